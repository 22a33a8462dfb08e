"""getpage completion: what makes a shell complete verbs and options."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from cyclopts import Parameter

from getpage.cli.app import app
from getpage.cli.output import write


class Shell(StrEnum):
    """A shell that there is a script for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion_command(shell: Annotated[Shell, Parameter(help="bash, zsh or fish.")], /) -> int:
    """Print the script that makes a shell complete verbs, options and file names.

    getpage completion bash > ~/.local/share/bash-completion/completions/getpage

    getpage completion zsh > ~/.zfunc/_getpage      with fpath+=~/.zfunc before compinit in .zshrc

    getpage completion fish > ~/.config/fish/completions/getpage.fish
    """
    write(app.generate_completion(prog_name="getpage", shell=shell.value))
    return 0
