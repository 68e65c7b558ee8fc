"""Groups of commands, one file each: `citestream keys create`, `citestream memory import`. `cli.py` hangs them up."""
