"""`frontdesk model`: what a language model's server can do, and serving a checkpoint."""

import json
import os
import shlex
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from frontdesk.app.assignment import places, readable
from frontdesk.app.settings import Settings

model = typer.Typer(no_args_is_help=True, help="The language model behind the nurse.")

CONTEXT = 8192  # tokens: the longest prompt of ours is about a quarter of it
SEQUENCES = 64
RANKS = (1, 8, 16, 32, 64, 128, 256, 320, 512)  # of LoRA adapters, as vLLM takes them
QUIET = {"VLLM_NO_USAGE_STATS": "1"}  # nothing about a hospital's server leaves it


@model.command()
def check(
    url: Annotated[
        str, typer.Option(help="Address ending in /v1, several with commas, or a checkpoint's folder.")
    ] = "",
    name: Annotated[str, typer.Option(help="What the server calls the model.")] = "",
) -> None:
    """Say what the model named by the settings, or by the options, can do and how fast."""
    from frontdesk.models.language.abilities import abilities

    settings = Settings()
    said, called = url or settings.model_url, name or settings.model_name
    if not said:
        typer.echo("frontdesk: no model is set; set FRONTDESK_MODEL_URL or give --url", err=True)
        raise typer.Exit(1)
    try:
        key = settings.model_key.get_secret_value()
        asked = [(place, readable(place.url, called, key=key)) for place in places(said)]
    except (ImportError, OSError, ValueError) as error:
        typer.echo(f"frontdesk: {said} cannot be used: {error}", err=True)
        raise typer.Exit(1) from None
    well = 0
    for place, one in asked:
        typer.echo(f"{called} at {place.url}{f', {place.calls} calls at once' if place.calls else ''}")
        fine = True
        for found in abilities(one, budget=settings.model_budget_seconds):
            mark = {True: "ok", False: "NO", None: "  "}[found.good]
            typer.echo(f"  {mark}  {found.what:<32}{found.said}")
            fine = fine and found.good is not False
        well += fine
    if len(asked) > 1:
        typer.echo(f"{well} of {len(asked)} addresses are well")
    raise typer.Exit(0 if well == len(asked) else 1)


@model.command()
def serve(
    checkpoint: Annotated[Path, typer.Argument(help="Folder of the checkpoint, or its name on a model hub.")],
    more: Annotated[list[str] | None, typer.Argument(help="Further flags for vLLM, behind --.")] = None,
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8001,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    name: Annotated[str, typer.Option(help="What clients call the model.")] = "nurse",
    adapter: Annotated[
        list[str] | None, typer.Option(help="NAME=FOLDER: a LoRA adapter on it, which clients call NAME.")
    ] = None,
) -> None:
    """Start vLLM on the checkpoint with the flags that fit; print the command where vLLM is not installed."""
    try:
        command = vllm(checkpoint, host=host, port=port, name=name, adapters=adapters_of(adapter or ()))
        command += more or ()
    except (OSError, ValueError) as error:
        typer.echo(f"frontdesk: {error}", err=True)
        raise typer.Exit(1) from None
    program = shutil.which("vllm")
    if program is None:
        typer.echo("vLLM is not installed here. Where it is, run:\n", err=True)
        typer.echo(shlex.join(command))
        return
    os.execve(program, command, QUIET | os.environ)  # noqa: S606 the words of the command are ours


def adapters_of(said: Iterable[str]) -> dict[str, Path]:
    """Each "NAME=FOLDER". Raises ValueError where one is none."""
    found: dict[str, Path] = {}
    for one in said:
        name, equals, folder = one.partition("=")
        if not (name and equals and folder):
            raise ValueError(f"{one} is not NAME=FOLDER")
        found[name] = Path(folder)
    return found


def vllm(checkpoint: Path, *, host: str, port: int, name: str, adapters: Mapping[str, Path] | None = None) -> list[str]:
    """JSON without padding (a model may else fill it with blanks to the limit), and prompts that begin alike kept."""
    return [
        "vllm",
        "serve",
        str(checkpoint),
        *("--served-model-name", name),
        *("--host", host, "--port", str(port)),
        *("--max-model-len", str(CONTEXT)),
        *("--max-num-seqs", str(SEQUENCES)),
        "--enable-prefix-caching",
        *("--structured-outputs-config.backend", "xgrammar"),
        *("--structured-outputs-config.disable_any_whitespace", "true"),
        *("--generation-config", "vllm"),
        *_with_adapters(adapters or {}),
    ]


def _with_adapters(adapters: Mapping[str, Path]) -> list[str]:
    """Raises OSError or ValueError where a folder holds no adapter, or one larger than vLLM takes."""
    if not adapters:
        return []
    ranks = [_rank(folder) for folder in adapters.values()]
    room = next((rank for rank in RANKS if rank >= max(ranks)), None)
    if room is None:
        raise ValueError(f"an adapter of rank {max(ranks)} is larger than vLLM takes ({RANKS[-1]})")
    modules = [f"{name}={folder}" for name, folder in adapters.items()]
    return ["--enable-lora", "--max-lora-rank", str(room), "--lora-modules", *modules]


def _rank(folder: Path) -> int:
    try:
        return int(json.loads((folder / "adapter_config.json").read_text("utf-8"))["r"])
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{folder} holds no LoRA adapter") from error
