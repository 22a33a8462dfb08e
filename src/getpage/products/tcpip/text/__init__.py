"""Read printed evidence of TCP/IP: replies to NETSTAT and D TCPIP,,STOR, and statements of PROFILE.TCPIP."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import netstat, profile, sections, storage

PRINTED = Printed(messages=(netstat, storage), reports=(sections, profile))

__all__ = ["PRINTED"]
