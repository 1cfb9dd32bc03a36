"""Tokens and codes that many requests show at once, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import pyotp
from sqlalchemy import Engine

from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.audit import verify
from frontdesk.app.ledger.second_factors import SecondFactors
from frontdesk.app.ledger.sign_ins import Browser, Lasting, Means, SignIns
from frontdesk.app.ledger.staff import Account, Role

NINE = datetime(2026, 11, 23, 9)
LIN = Account(username="lin", name="Lin", role=Role.NURSE)
LASTING = Lasting(whole=timedelta(hours=12), idle=timedelta(minutes=30), proof=timedelta(minutes=15), at_once=10)


def test_of_many_requests_one_renews_the_token_and_all_are_let_in(engine: Engine) -> None:
    Accounts(engine).add(LIN, "quite-another-battery", now=NINE)
    workers = [SignIns(engine, LASTING) for _ in range(3)]
    _, token = workers[0].enter(LIN, now=NINE, means=Means.PASSWORD, browser=Browser())
    later = NINE + timedelta(minutes=20)
    with ThreadPoolExecutor(12) as requests:
        let_in = list(requests.map(lambda number: workers[number % 3].of(token, now=later), range(24)))
    renewed = [one.renewed for one in let_in if one is not None and one.renewed]
    assert (len(let_in), let_in.count(None), len(renewed)) == (24, 0, 1)
    assert workers[1].of(renewed[0], now=later) is not None
    verify(engine)


def test_of_more_than_may_be_at_once_the_oldest_end_however_they_come(engine: Engine) -> None:
    accounts, other = Accounts(engine), LIN.model_copy(update={"username": "wu"})
    for account in (LIN, other):
        accounts.add(account, "quite-another-battery", now=NINE)
    workers = [SignIns(engine, LASTING.model_copy(update={"at_once": 3})) for _ in range(3)]

    def enter(number: int, account: Account = LIN) -> str:
        return workers[number % 3].enter(
            account, now=NINE + timedelta(seconds=number), means=Means.PASSWORD, browser=Browser()
        )[1]

    theirs, first = enter(0, other), [enter(number) for number in range(5)]
    later = NINE + timedelta(minutes=1)
    assert [workers[0].of(token, now=later) is not None for token in first] == [False, False, True, True, True]
    with ThreadPoolExecutor(8) as requests:
        list(requests.map(enter, range(5, 13)))
    assert len(workers[1].browsers("lin", now=later)) == 3
    assert workers[0].of(theirs, now=later) is not None
    verify(engine)


def test_of_many_tries_with_one_code_one_counts(engine: Engine, tmp_path: Path) -> None:
    Accounts(engine).add(LIN, "quite-another-battery", now=NINE)
    second = SecondFactors(engine)
    begun = second.begin("lin", now=NINE)
    assert begun is not None
    totp = pyotp.TOTP(begun.secret)
    codes = second.confirm("lin", totp.at(NINE), now=NINE)
    assert codes is not None
    later = NINE + timedelta(minutes=1)
    for code in (totp.at(later), codes[0]):
        with ThreadPoolExecutor(8) as requests:
            taken = list(requests.map(lambda _: second.takes("lin", code, now=later), range(8)))  # noqa: B023
        assert taken.count(True) == 1
    verify(engine)
