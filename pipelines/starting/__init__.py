"""A new room: the questions of `oddchip init`, and the folder and house file that it writes from the answers."""
