"""Lists the files of folders."""
