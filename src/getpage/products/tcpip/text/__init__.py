"""Read printed evidence of TCP/IP: replies to NETSTAT and D TCPIP,,STOR, and statements of PROFILE.TCPIP."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import netstat, profile, storage

PRINTED = Printed(messages=(netstat, storage), reports=(profile,))

__all__ = ["PRINTED"]
