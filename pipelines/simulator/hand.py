"""One hand of a flop game, from the forced bets to the last chip pushed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from pipelines.simulator.betting import Betting
from pipelines.simulator.cards import DECK, TEXT
from pipelines.simulator.games import Game
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions, clockwise
from pipelines.simulator.settlement import Settlement
from pipelines.simulator.slips import Slips
from pipelines.simulator.wrongs import Wrong


@dataclass
class HandSetup:
    """Everything that is settled before the first chip goes in."""

    placard: Placard
    positions: Positions  # as they stand, which in BL07 is not where they belong
    active: set[int]
    stacks: Mapping[int, int]
    temper: Mapping[int, tuple[float, float]]
    absent: Collection[int] = ()  # tournament: dealt in, but not there
    returning: list[tuple[int, int, int]] = field(default_factory=list)  # seat, live post, dead post
    early: str | None = None  # an error of the deal or the forced bets
    in_betting: Sequence[str] = ()  # errors of the betting that are wanted, if this hand has room for one
    late: Sequence[str] = ()  # errors of the settlement that are wanted, if this hand has room for one
    stub_due: bool = False
    misdeal: bool = False
    helpful_cards: str = ""  # "tie" or "cooler": cards that lead to the split pots or all-ins that an error waits for


@dataclass
class HandResult:
    """What happened: the events in the log's words, the chips after it, and the error that was made, if any."""

    events: list[str]
    stacks: dict[int, int]
    seconds: int
    wrong: Wrong | None


def play_hand(rng: Random, setup: HandSetup) -> HandResult:
    """Plays one hand. An early error is the caller's promise that the hand has room for it."""
    placard = setup.placard
    game = placard.game
    ring = [seat for seat in clockwise(setup.positions.button) if seat in setup.active]
    betting = Betting(rng, ring, setup.stacks, placard, setup.temper)
    betting.absent = setup.absent
    betting.seconds = 21 + 9 * rng.random()
    wrong, first_after = _post(rng, setup, ring, betting)
    events = betting.events
    unseen = "??" * game.hole_cards
    for seat in ring:
        events.append(f"deal s{seat} {unseen}")

    if setup.misdeal:
        wrong = _misdeal(rng, setup, betting) or wrong
        return _result(betting, wrong)

    deck = rng.sample(DECK, game.hole_cards * len(ring) + 8)
    holes = {seat: [deck.pop() for _ in range(game.hole_cards)] for seat in ring}
    if setup.helpful_cards:
        deck = _deal_helpful(rng, setup, ring, holes)
    slips = betting.slips = Slips(rng, setup.in_betting) if setup.in_betting else None
    worth = {seat: game.start_worth(hole) for seat, hole in holes.items()}
    betting.round(first_after, worth, preflop=True, no_limping=setup.early == "BL02")

    if len(betting.live) == 1 and _blinds_are_chopped(rng, setup, betting):
        return _with_stub(rng, setup, betting, wrong, cards_out=game.hole_cards * len(ring))

    board: list[int] = []
    burns = 0
    marks: list[tuple[int, int]] = []
    for new_cards in (3, 1, 1):
        if len(betting.live) == 1:
            break
        if game.discards_at == len(board):
            _discard(game, betting, holes, board)
        street = [deck.pop() for _ in range(new_cards)]
        deck.pop()
        burns += 1
        board += street
        events.append("burn")
        if slips:
            slips.board_is_dealt(len(events))
        events.append("board " + "".join(TEXT[card] for card in street))
        betting.seconds += 3.5
        marks.append((len(events), betting.pot()))
        events.append(None)
        betting.open_street()
        if len(betting.with_chips()) > 1:
            board_category = game.board_category(board)
            worth = {seat: game.made_worth(holes[seat], board, board_category) for seat in betting.live}
            betting.round(0, worth, preflop=False)
        elif slips:
            slips.when_nobody_can_bet(betting)
    marks.append((len(events), betting.pot()))
    events.append(None)
    if slips:
        wrong = slips.made
    settlement = Settlement(rng, placard, betting, holes, board, marks, setup.stub_due)
    wrong = settlement.settle(setup.late if wrong is None and setup.early is None else ()) or wrong
    return _with_stub(rng, setup, betting, wrong, cards_out=game.hole_cards * len(ring) + burns + len(board))


def _discard(game: Game, betting: Betting, holes: dict[int, list[int]], board: Sequence[int]) -> None:
    """Everybody still in throws a card away, face down, clockwise from the button."""
    for seat in betting.ring:
        if seat in betting.live:
            holes[seat], _ = game.keep(holes[seat], board)
            betting.events.append(f"discard s{seat} ??")
    betting.seconds += 4


def _post(rng: Random, setup: HandSetup, ring: list[int], betting: Betting) -> tuple[Wrong | None, int]:
    """The forced bets; returns the error made with them and the seat after which the action starts.

    After a misplaced forced bet the action follows the posts as they were made.
    """
    placard, (_, sb_seat, bb_seat) = setup.placard, setup.positions
    sb: int | None = sb_seat if sb_seat in setup.active else None
    bb: int | None = bb_seat
    sb_amount, bb_amount = placard.sb, placard.bb
    wrong: Wrong | None = None
    for seat in ring if placard.ante else ():
        betting.post(seat, "ante", placard.ante)
    event = len(betting.events)
    if setup.early == "BL01":
        # the seat is dealt in and simply does not post
        wrong = Wrong("BL01", -placard.sb, f"s{sb} posted no small blind", None, sb)
        sb = None
    elif setup.early == "BL02":
        wrong = Wrong("BL02", -placard.bb, f"s{bb} posted no big blind", None, bb)
        bb = None
    elif setup.early == "BL03":
        if rng.random() < 0.5 and ring[-1] == setup.positions.button:
            payer = ring[-1]
            wrong = Wrong("BL03", 0, f"small blind from s{payer} instead of s{sb}", event, payer)
            sb = payer
        else:
            payer = ring[(ring.index(bb_seat) + 1) % len(ring)]
            wrong = Wrong("BL03", 0, f"big blind from s{payer} instead of s{bb}", event + 1, payer)
            bb = payer
    elif setup.early == "BL04":
        if placard.chip == 1 and rng.random() < 0.6:
            sb_amount = placard.sb + (1 if placard.sb == 1 else rng.choice((-1, 1)))
            wrong = Wrong("BL04", sb_amount - placard.sb, f"small blind of {sb_amount}", event, sb)
        else:
            bb_amount = 5 if placard.bb == 3 else placard.bb + max(5, placard.chip)
            wrong = Wrong("BL04", bb_amount - placard.bb, f"big blind of {bb_amount}", event + 1, bb)
    if sb is not None:
        betting.post(sb, "sb", sb_amount)
    if bb is not None:
        betting.post(bb, "bb", bb_amount)
        betting.level = max(betting.level, bb_amount)  # owed in full, also where the blind is all-in for less
        betting.post(bb, "bba", placard.bba)
    for seat, live, dead in setup.returning:
        betting.post(seat, "live", live)
        if dead:
            betting.post(seat, "dead", dead)
    return wrong, bb if bb is not None else sb_seat


def _misdeal(rng: Random, setup: HandSetup, betting: Betting) -> Wrong | None:
    """Two cards are exposed while dealing: the deal is off and every chip goes back. In PT04 one seat's does not."""
    first, second = rng.sample(betting.ring, 2)
    cards = rng.sample(DECK, 2)
    betting.events.append(f"expose s{first} {TEXT[cards[0]]}")
    betting.events.append(f"expose s{second} {TEXT[cards[1]]}")
    betting.events.append("misdeal two-cards-exposed")
    given = {seat: betting.total_in[seat] + betting.dead_by.get(seat, 0) for seat in betting.ring}
    posted = [seat for seat in betting.ring if given[seat]]
    kept = rng.choice(posted) if setup.early == "PT04" else 0
    wrong = None
    for seat in posted:
        amount = given[seat]
        if seat == kept:
            wrong = Wrong("PT04", amount, f"{amount} of s{seat} did not come back after the misdeal", None, seat)
            continue
        betting.events.append(f"return s{seat} {amount}")
        betting.stack[seat] += amount
    return wrong


def _blinds_are_chopped(rng: Random, setup: HandSetup, betting: Betting) -> bool:
    """Now and then the two blinds, alone with each other, take their bets back instead of playing.

    Here the small blind has just folded to the big blind; in a chop it takes its chips back instead.
    """
    _, sb, bb = setup.positions
    folded_to_blinds = betting.live == [bb] and betting.last_aggressor == 0 and sb in betting.ring
    slipped = betting.slips is not None and betting.slips.made is not None
    if (
        setup.placard.is_tournament
        or setup.early
        or setup.returning
        or slipped
        or not folded_to_blinds
        or rng.random() > 0.2
    ):
        return False
    posted_by_others = betting.pot() - betting.total_in[sb] - betting.total_in[bb]
    if posted_by_others or betting.events[-2] != f"s{sb} fold":
        return False
    del betting.events[-2:]
    for seat, amount in ((sb, setup.placard.sb), (bb, setup.placard.bb)):
        betting.events.append(f"return s{seat} {amount}")
        betting.stack[seat] = setup.stacks[seat]
        betting.total_in[seat] = 0
    return True


def _with_stub(rng: Random, setup: HandSetup, betting: Betting, wrong: Wrong | None, cards_out: int) -> HandResult:
    """Counts the stub where that is due. In SC01 the count is one or two off, and the floor is called."""
    if setup.stub_due:
        count = 52 - cards_out
        if setup.early == "SC01":
            off = rng.choice((-2, -1, -1, 1))
            wrong = Wrong("SC01", 0, f"counted {count + off}, {count} were left", len(betting.events))
            betting.events.append(f"stub {count + off}")
            betting.events.append("floor deck-change")
        else:
            betting.events.append(f"stub {count}")
        betting.seconds += 6
    return _result(betting, wrong)


def _result(betting: Betting, wrong: Wrong | None) -> HandResult:
    """Drops the places where nothing was written, and moves the error's event with them."""
    events = [event for event in betting.events if event is not None]
    if wrong and wrong.event is not None:
        place = wrong.event - sum(event is None for event in betting.events[: wrong.event])
        wrong = Wrong(wrong.code, wrong.amount, wrong.note, place, wrong.seat)
    stacks = {seat: betting.stack[seat] for seat in betting.ring}
    return HandResult(events, stacks, max(14, int(betting.seconds)), wrong)


def _deal_helpful(rng: Random, setup: HandSetup, ring: list[int], holes: dict[int, list[int]]) -> list[int]:
    """Deals two seats equal or colliding hands, and everybody else from what is left; returns the rest of the deck."""
    first, second = sorted(rng.sample(ring, 2), key=lambda seat: (setup.stacks[seat], seat))
    suits = rng.sample(range(4), 4)
    ace, king = 12 * 4, 11 * 4
    if setup.helpful_cards == "tie":
        given = {first: [ace + suits[0], king + suits[1]], second: [ace + suits[2], king + suits[3]]}
        flop_card = king + suits[0]
    else:
        given = {first: [ace + suits[0], ace + suits[1]], second: [king + suits[0], king + suits[1]]}
        flop_card = 8 * 4 + suits[2]
    used = {card for hole in given.values() for card in hole} | {flop_card}
    hole_cards = setup.placard.game.hole_cards
    deck = rng.sample([card for card in DECK if card not in used], hole_cards * len(ring) + 3)
    for seat in ring:
        hole = given.get(seat, [])
        holes[seat] = hole + [deck.pop() for _ in range(hole_cards - len(hole))]
    deck.append(flop_card)
    return deck
