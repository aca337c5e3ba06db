"""The version of the whole distribution: the one place where it is written."""

VERSION = "0.1.0"
