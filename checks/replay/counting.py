"""How many rows of each run say yes: the counts behind coverage."""

from parsers.kernel import kernel


@kernel
def run_sums(told, starts, sums):
    """Adds up the rows of `told` (a row a question, a column a row of the frame, 0 or 1) run by run into `sums`.

    A run reaches from its start to the next one's; `sums` has a row a run and a column a question.
    """
    rows = told.shape[1]
    for question in range(told.shape[0]):
        for run in range(len(starts)):
            stop = starts[run + 1] if run + 1 < len(starts) else rows
            count = 0
            for row in range(starts[run], stop):
                count += told[question, row]
            sums[run, question] = count
