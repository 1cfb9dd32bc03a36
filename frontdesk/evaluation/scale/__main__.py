"""`python -m frontdesk.evaluation.scale --database-url postgresql://... --workers 3 --kiosks 200 --boards 30`

Each kiosk takes a turn every ten seconds and asks again with the same turn's id until it is answered, as the screens
do; afterwards what each was told is held against the events in the database.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Annotated

import psutil
import typer

from frontdesk.evaluation.bench import Row, report
from frontdesk.evaluation.scale.checking import wrong
from frontdesk.evaluation.scale.clients import Histories, Load, drive
from frontdesk.evaluation.scale.faults import RESTARTS_AT, Faults, Relay
from frontdesk.evaluation.scale.past import fill
from frontdesk.evaluation.serving import Server, serving


def main(
    database_url: Annotated[str, typer.Option(help="The demonstration is loaded where it is empty.")],
    workers: int = 3,
    kiosks: int = 200,
    boards: int = 30,
    worklists: int = 50,
    every: Annotated[float, typer.Option(help="Seconds between two turns of a kiosk; 0: as fast as it goes.")] = 10.0,
    minutes: float = 10.0,
    receptions: Annotated[int, typer.Option(help="Over when so many have ended; 0: when the time is.")] = 0,
    past_events: Annotated[int, typer.Option(help="Events of old that the database holds at least.")] = 0,
    kill_every: Annotated[float, typer.Option(help="Seconds between two workers that are killed; 0: none.")] = 0.0,
    restart: Annotated[str, typer.Option(help="Command that restarts PostgreSQL, run twice on the way.")] = "",
    cut_seconds: Annotated[float, typer.Option(help="For how long the line to PostgreSQL is cut, half-way.")] = 0.0,
) -> None:
    """Measure, and print each figure with its target; 1 where one is missed."""
    load = Load(kiosks, boards, worklists, every, 60 * minutes, receptions)
    faults = Faults(kill_every, restart, cut_seconds)
    if past_events:
        print(f"{fill(database_url, past_events)} events before it begins")
    relay = Relay(database_url) if cut_seconds else None
    if relay:
        relay.start()
    with TemporaryDirectory(prefix="frontdesk-scale-") as folder:
        log = Path(folder) / "log"
        url = relay.url if relay else database_url
        with serving(url, log, workers=str(workers), speech="off", kiosk_sessions="10000") as server:
            server.wait_until_warm(log, many=workers)
            before = processor_seconds(server)
            histories = drive(server, database_url, load, faults, relay)
            spent = processor_seconds(server) - before
            memory = {one.pid: one.memory_info().rss for one in server.processes()}
    tell(histories, spent, memory)
    raise typer.Exit(report(rows(database_url, load, faults, histories, memory)))


def tell(histories: Histories, spent: float, memory: dict[int, int]) -> None:
    """What has no target."""
    turns, happened = len(histories.turns), histories.happened
    again = sum(turn.asked > 1 for turn in histories.turns)
    print(
        f"{turns} turns of {histories.ended} receptions in {histories.seconds:.0f} s, "
        f"{turns / histories.seconds:.1f} a second, median {_ms(t.seconds for t in histories.turns)}"
    )
    print(f"board read {len(histories.boards_read)} times, median {_ms(histories.boards_read)}")
    print(f"worklist read {len(histories.worklists_read)} times, median {_ms(histories.worklists_read)}")
    print(
        f"{len(happened.killed)} workers killed, PostgreSQL restarted {happened.restarted} times, "
        f"{happened.held} bytes held while its line was cut"
    )
    print(f"{len(histories.alarms)} alarms; {again} turns asked for again")
    print(f"{histories.again} calls of kiosks sent again")
    megabytes = [round(size / 2**20) for size in memory.values()]
    print(f"processor of those that still run: {spent:.0f} s; memory in MB: {megabytes}; load {os.getloadavg()[0]:.1f}")
    for error in histories.errors[:5]:
        print(f"failed: {error}")


def rows(database_url: str, load: Load, faults: Faults, histories: Histories, memory: dict[int, int]) -> list[Row]:
    """Each figure with its target; those of a fault, of boards and of memory only where there were some."""
    times = [turn.seconds * 1000 for turn in histories.turns]
    found = wrong(database_url, histories.turns)
    happened = histories.happened
    told = [Row("errors", len(histories.errors), 0, "")]
    told += [Row(f"acknowledged turns {what}", found[what], 0, "") for what in ("lost", "doubled", "answered wrongly")]
    told.append(Row("events lost or doubled in the database", found["events"], 0, ""))
    if load.every and faults == Faults():
        told.append(Row("a turn, at the kiosk, p95", quantiles(times, n=20)[-1], 300, "ms"))
    if load.boards:
        told += alarm_rows(load, histories)
    if faults.kill_every:
        told.append(Row("workers killed", len(happened.killed), 1, "", at_least=True))
    if faults.restart:
        told.append(Row("restarts of PostgreSQL", happened.restarted, len(RESTARTS_AT), "", at_least=True))
    if faults.cut_seconds:
        told.append(Row("bytes held while the line was cut", happened.held, 1, "", at_least=True))
    grown = [memory[number] / size for number, size in histories.memory.items() if number in memory]
    if grown:
        told.append(Row("memory of a process, at the end over after 5 minutes", max(grown), 1.05, ""))
    return told


def alarm_rows(load: Load, histories: Histories) -> list[Row]:
    late = [
        seen - told
        for session_id, told in histories.alarms.items()
        for seen in histories.on_boards.get(session_id, [])[: load.boards]
    ]
    unseen = sum(load.boards > len(histories.on_boards.get(one, [])) for one in histories.alarms)
    return [
        Row("events of boards doubled or out of order", histories.wrong_positions, 0, ""),
        Row("alarms that a board did not have", unseen, 0, ""),
        Row("an alarm on the last board after the kiosk", max(late, default=0.0), 1, "s"),
    ]


def processor_seconds(server: Server) -> float:
    total = 0.0
    for one in server.processes():
        try:
            used = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += used.user + used.system
    return total


def _ms(seconds: Iterable[float]) -> str:
    return f"{1000 * median([*seconds] or [0.0]):.0f} ms"


if __name__ == "__main__":
    typer.run(main)
