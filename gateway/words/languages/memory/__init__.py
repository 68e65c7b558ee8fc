"""Words by which the answer memory tells questions apart, of languages that have a file of their own and not a
folder."""
