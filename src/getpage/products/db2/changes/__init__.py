"""Commands for buffer pools and group buffer pools: one knob a command, in the order to make them."""
