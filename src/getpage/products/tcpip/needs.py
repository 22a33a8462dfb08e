"""Questions that evidence of TCP/IP answers, and what supplies it.

Reference: IBM z/OS Communications Server: IP Programmer's Guide and Reference, SMF record type 119.
"""

from __future__ import annotations

from getpage.contract.evidence import Need

CONFIGURATION = Need(
    question="How large are the TCP buffers of a stack, and how large may they be?",
    tables=(("tcp_configuration",),),
    how="the reply to D TCPIP,,N,CONFIG",
    step="tcpip.configuration",
)
CONNECTIONS = Need(
    question="Which connections do buffers hold back?",
    tables=(("tcp_connection", "tcp_socket"),),
    how="SMF 119 subtype 2, a record a connection that ended",
    step="tcpip.connections",
)
COUNT = Need(
    question="How many connections are there at a time, each of which may fill its buffers?",
    tables=(("tcp_statistics", "tcp_connection"),),
    how="the reply to D TCPIP,,N,STATS",
    step="tcpip.counters",
)
STORAGE = Need(
    question="How near is a stack to its limits of storage?",
    tables=(("tcp_storage",),),
    how="the reply to D TCPIP,,STOR",
    step="tcpip.storage",
)
SMC = Need(
    question="What would more fixed storage for SMC bring?",
    tables=(("tcp_connection",),),
    how="SMF 119 subtype 2 of both ends of connections, and the reply to D TCPIP,,STOR",
    step="tcpip.connections",
)

NEEDS = (CONFIGURATION, CONNECTIONS)
