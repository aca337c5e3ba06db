"""Who is at two tables at once: one sweep over the hands of each player, in the order of their starts."""

from parsers.kernel import kernel

NONE = -1


@kernel
def see_tables(player, table, first_table, roams):
    """Notes the first table of each player, and who is seen at another one; both by the player's number."""
    for i in range(len(player)):
        p = player[i]
        if first_table[p] == NONE:
            first_table[p] = table[i]
        elif first_table[p] != table[i]:
            roams[p] = True


@kernel
def overlapping(player, table, start, end, other, asked):
    """For each row the row of another table that was still on when it began, or NONE, into `other`.

    Rows are sorted by player, start and table. Of the rows before, only two can matter: the one that ends last, and the
    one that ends last at any other table. `asked`: the player had a hand at another table right before.
    """
    last, second = NONE, NONE
    for i in range(len(player)):
        if i == 0 or player[i] != player[i - 1]:
            last, second = NONE, NONE
        before = second if last == NONE or table[last] == table[i] else last
        other[i] = before if before != NONE and end[before] > start[i] else NONE
        asked[i] = other[i] != NONE or (last != NONE and table[i] != table[i - 1])
        if last == NONE or table[last] == table[i]:
            if last == NONE or end[i] > end[last]:
                last = i
        elif end[i] > end[last]:
            second = last
            last = i
        elif second == NONE or end[i] > end[second]:
            second = i
