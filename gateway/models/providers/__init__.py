"""Language models. One file each; the setting's value is the file name."""
