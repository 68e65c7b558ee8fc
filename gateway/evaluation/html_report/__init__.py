"""Reports of evaluations as HTML files that need nothing else."""
