"""The law in force: the keys that rules speak by, the rulebooks, and what they make of a table on a day."""
