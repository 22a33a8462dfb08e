"""The best allocation of storage: one size of each knob within every room, worth most together.

| module | what |
|---|---|
| `choices` | all sizes of all knobs as arrays |
| `prices` | the price of a byte in each room at which what is best just fits |
| `allocate` | bounds from these prices, and the choices between them |
| `core` | the few choices that are left, searched exactly |
"""
