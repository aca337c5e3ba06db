"""Any hand, anybody, any day: the files from which the replay and the search of the published pages read."""
