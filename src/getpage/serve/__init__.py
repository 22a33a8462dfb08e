"""The page over a store: everything that a report shows, and what other sizes would bring.

What: an address holds the whole question (window, object, sizes), and its view is the request, result and
sentences of a verb. Pictures and tables are the report's own; each view names its command, and gives the
command's JSON, CSV and Markdown.
Why: people look and try. One renderer means one answer on page, paper and terminal.
Limits: it reads. Nothing is written, no connection goes out, and the store is the one of the start: what is
loaded meanwhile is announced and read on request.
"""
