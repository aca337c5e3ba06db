"""The site over all days: the calendar, the comparison of two spans, and what each day tells them."""
