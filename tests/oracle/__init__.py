"""A slow, plain reading of the rules, written apart from the replay: what the kernels are compared with.

Nothing in here imports the checks, the parsers or the simulator. Hands are the JSON objects of the hand log and their
events are read as the texts they are.
"""
