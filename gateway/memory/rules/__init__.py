"""The rules of the answer memory: may a remembered answer be served for this question? Pure."""
