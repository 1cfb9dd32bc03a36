"""Each capability on its own: the embedded way and a model answer the same single turns, told in one table.

    python -m evaluation.model_trials [--only NAME ...] [--out FILE] [--wrong]

FRONTDESK_TEST_MODEL_URL names the server, FRONTDESK_TEST_MODEL_NAME the model, FRONTDESK_TEST_MODEL_BUDGET the seconds
a call may take. FILE keeps each answer as a line of JSON; what it holds already for the same prompt is not asked again.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from evaluation.model_trials.measure import Answers, measure, model_of_settings
from evaluation.model_trials.report import table, wrong
from evaluation.model_trials.trials import TRIALS


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="capabilities, all of them when left out")
    parser.add_argument("--out", type=Path, default=Path("model-trials.jsonl"))
    parser.add_argument("--wrong", action="store_true", help="print every answer of the model that is not right")
    options = parser.parse_args()
    named = model_of_settings()
    if named is None:
        print("FRONTDESK_TEST_MODEL_URL names no server: nothing was run")
        return 0
    model, budget = named
    chosen = [trial for trial in TRIALS if not options.only or trial.capability.name in options.only]
    rows = list(measure(chosen, model, budget=budget, answers=Answers(options.out)))
    print(table(rows))
    if options.wrong:
        print("\n".join(wrong(rows)))
    return 0 if all(row.valid in (None, 1.0) for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
