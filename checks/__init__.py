"""What is due by the rules in force, and what was done: rulebooks, replay, rules, audit."""
