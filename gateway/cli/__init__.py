"""The command line: `citestream` and its commands, one file each."""
