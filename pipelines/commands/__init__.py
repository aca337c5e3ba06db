"""One module a subcommand of `oddchip`: its arguments and the few lines that call the packages.

Each has SUMMARY, EXAMPLE, `configure(parser)` and `run(args)`, which returns the exit code.
"""
