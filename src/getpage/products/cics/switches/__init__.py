"""How often a task changes its TCB: by rules, from the commands that it issues."""
