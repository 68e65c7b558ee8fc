"""Documents that do not lie in files: pages of web sites and objects in buckets, fetched on request."""
