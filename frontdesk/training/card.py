"""What a fine-tuned nurse is told about: a run's record, the picture of its loss, and the model card."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.training.recipe import Recipe

WARNING = (
    "A fine-tuned nurse serves patients only where she beats the same model with the prompt alone on patients held "
    "out: in PreA's trial with 2,069 patients a model designed together with its users did better than the same model "
    "fine-tuned on local talk."
)
PICTURE, CARD = "loss.png", "README.md"
UNKNOWN = "not stated; it is on the base's own page, and it binds this model too"
LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE")


class Run(NamedTuple):
    """`kind`: "rows" or "plain conversations"; `sources`: file names and their counts; `data`: digest of the tokens."""

    base: str
    recipe: Recipe
    kind: str
    sources: Mapping[str, int]
    kinds: Mapping[str, int]
    mix_share: float = 0.0
    data: str = ""
    before: float | None = None
    finished: bool = False

    def written(self) -> str:
        return json.dumps({**self._asdict(), "recipe": self.recipe.model_dump()}, ensure_ascii=False, indent=2)

    @classmethod
    def read(cls, path: Path) -> "Run":
        """Raises OSError, ValueError."""
        said = json.loads(path.read_text("utf-8"))
        return cls(**{**said, "recipe": Recipe.model_validate(said["recipe"])})


class Figures(NamedTuple):
    """Losses are means of a token, by step; `before` and `after` of what was held out; `seconds` since the start."""

    losses: tuple[tuple[int, float], ...]
    measured: tuple[tuple[int, float], ...]
    before: float | None
    after: float | None
    steps: int
    seconds: float
    resumed: bool
    sequences: int
    held_out: int
    tokens: int
    learnt: int
    shortened: int
    left_out: int
    hardware: str


def write_card(out: Path, run: Run, figures: Figures) -> None:
    """README.md and loss.png."""
    draw(figures, out / PICTURE)
    (out / CARD).write_text(card(run, figures), encoding="utf-8")


def draw(figures: Figures, path: Path) -> None:
    """Loss over the steps: what is learnt, and what is held out."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(*zip(*figures.losses, strict=True), color="#0B5563", linewidth=1.2, label="learnt")
    if figures.measured:
        axes.plot(*zip(*figures.measured, strict=True), "o-", color="#7F1D1D", label="held out")
    axes.set(xlabel="step", ylabel="mean loss of a token", ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)


def card(run: Run, figures: Figures) -> str:
    """In the form of a model hub's cards."""
    licence = licence_of(run.base)
    head = {
        "base_model": _called(run.base),
        "library_name": "transformers",
        "tags": ["frontdesk", "outpatient-reception", *(["lora"] if run.recipe.lora_rank else [])],
        **({"license": licence} if licence else {}),
    }
    settings = "\n".join(f"| {name} | {value} |" for name, value in run.recipe.model_dump().items())
    return "\n".join(
        [
            f"---\n{yaml.safe_dump(head, sort_keys=False, allow_unicode=True)}---",
            f"# A reception nurse on {_called(run.base)}",
            f"\n> {WARNING}\n",
            "Made by `frontdesk train nurse`. It hears and asks, and names a department; it is no doctor, and what it "
            "says is to be checked by Frontdesk before a patient reads it.\n",
            f"Licence of the base: {licence or UNKNOWN}.",
            "\n## Data\n",
            *(f"- {name}: {count} lines" for name, count in run.sources.items()),
            *(f"- {kind}: {count}" for kind, count in run.kinds.items()),
            *([f"- general-domain talk, wanted share: {run.mix_share:.0%}"] if run.mix_share else []),
            f"- learnt as {run.kind}: {figures.sequences} sequences, {figures.tokens:,} tokens, of which "
            f"{figures.learnt:,} (the nurse's own) carry loss",
            f"- held out: {figures.held_out} sequences of other conversations",
            f"- too long and left out: {figures.left_out}; without their oldest talk: {figures.shortened}",
            f"- digest: `{run.data[:16]}`",
            "\n## Settings\n\n| setting | value |\n| --- | --- |",
            settings,
            "\n## Figures\n\n| | |\n| --- | --- |",
            f"| steps | {figures.steps} |",
            f"| loss, first and last step | {figures.losses[0][1]:.4f}, {figures.losses[-1][1]:.4f} |",
            f"| loss of what was held out, before and after | {_or_none(figures.before)}, {_or_none(figures.after)} |",
            f"| seconds{' since it was taken up again' if figures.resumed else ''} | {figures.seconds:.0f} |",
            f"| on | {figures.hardware} |",
            f"\n![Loss by step]({PICTURE})\n",
        ]
    )


def licence_of(base: str) -> str | None:
    """As the base's own card or licence file says; None where neither is at hand."""
    folder = Path(base)
    if not folder.is_dir():
        return _of_card(_hub_card(base))
    readme = folder / CARD
    found = _of_card(readme.read_text("utf-8")) if readme.is_file() else None
    files = [folder / name for name in LICENCES if (folder / name).is_file()]
    return found or (
        next(filter(None, map(str.strip, files[0].read_text("utf-8").splitlines())), None) if files else None
    )


def _of_card(text: str) -> str | None:
    parts = text.split("---", 2)
    if len(parts) < 3 or parts[0].strip():
        return None
    try:
        said = yaml.safe_load(parts[1])
    except yaml.YAMLError:
        return None
    found = said.get("license_name") or said.get("license") if isinstance(said, dict) else None
    return str(found) if found else None


def _hub_card(base: str) -> str:
    """Empty where the hub cannot be asked."""
    from huggingface_hub import hf_hub_download

    try:
        return Path(hf_hub_download(base, CARD)).read_text("utf-8")
    except (OSError, ValueError):  # its own errors are these
        return ""


def _called(base: str) -> str:
    """A folder by its own name: where it lies is nobody's business."""
    return Path(base).name if Path(base).is_dir() else base


def _or_none(loss: float | None) -> str:
    return "not measured" if loss is None else f"{loss:.4f}"
