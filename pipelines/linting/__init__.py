"""What is wrong with feeds before they are audited: the readers' own reasons, each with the place it points at."""
