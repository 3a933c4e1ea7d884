def last(items):
	