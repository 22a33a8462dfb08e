"""How a site comes by evidence of TCP/IP.

References: IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP; IP
Configuration Reference, SMFCONFIG; IP Programmer's Guide and Reference, TCP connection
termination record (subtype 2).
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

_COMMANDS = "IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP,,NETSTAT"

COLLECT = Collect(
    steps=(
        Step(
            name="tcpip.configuration",
            gives="default and largest buffers, limits of ECSA and pools, SMC-R and SMC-D",
            entered="a console, for each stack (procname is its name)",
            replies=("D TCPIP,procname,N,CONFIG",),
            cost="one display",
            source=_COMMANDS,
        ),
        Step(
            name="tcpip.connections",
            gives="bytes, windows, round-trip time and retransmitted segments of every connection",
            entered="a data set of V TCPIP,procname,O,dsn and PROFILE.TCPIP; type 119 in SMFPRMxx",
            records=("119(2)",),
            start=("SMFCONFIG TYPE119 TCPTERM",),
            stop=("SMFCONFIG TYPE119 NOTCPTERM",),
            interval="a record a connection that ends",
            cost="some 350 bytes a connection: with thousands of connections a second it fills SMF data "
            "sets, so look at a day first",
            source="IBM z/OS Communications Server: IP Programmer's Guide and Reference, TCP connection "
            "termination record (subtype 2)",
            standing=False,
        ),
        Step(
            name="tcpip.counters",
            gives="connections at a time, segments sent again",
            entered="a console, in a busy hour",
            replies=("D TCPIP,procname,N,STATS",),
            cost="one display",
            source=_COMMANDS,
        ),
        Step(
            name="tcpip.sockets",
            gives="buffers, windows and right sizing of the connections that are there now",
            entered="a console, while the streams run; FORMAT=LONG has counters of 64 bits",
            replies=("D TCPIP,procname,N,ALL,FORMAT=LONG,MAX=*",),
            cost="some 30 lines a connection",
            source=_COMMANDS,
            standing=False,
        ),
        Step(
            name="tcpip.storage",
            gives="ECSA, pools and SMC storage of the stack, the most since it started, and their limits",
            entered="a console",
            replies=("D TCPIP,procname,STOR",),
            cost="one display",
            source="IBM z/OS Communications Server: IP System Administrator's Commands, DISPLAY TCPIP,,STOR",
        ),
        Step(
            name="tcpip.profile",
            gives="what SMC and buffers are set to, as records",
            entered="a data set of V TCPIP,procname,O,dsn and PROFILE.TCPIP; type 119 in SMFPRMxx",
            records=("119(4)",),
            start=("SMFCONFIG TYPE119 PROFILE",),
            stop=("SMFCONFIG TYPE119 NOPROFILE",),
            interval="a record a change of the profile",
            cost="a few kilobytes a change",
            source="IBM z/OS Communications Server: IP Configuration Reference, SMFCONFIG",
            standing=False,
        ),
    ),
    also=("tcpip.connections",),
)
