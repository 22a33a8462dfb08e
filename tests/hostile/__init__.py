"""Mutated evidence, stores, tables, layouts, saved files and options, and what every verb must do with them.

| file | what |
|---|---|
| `seeds` | what is mutated, made by the demo and by the verbs themselves |
| `mutate` | bytes, lines, JSON, CSV and TOML, by their structure |
| `stores` | a store: its parts, manifests and marks |
| `cases` | a kind of input each: a mutated one, and the commands that are given it |
| `verdict` | a command in this process, and what is wrong with how it ended |
| `share` | what CI does of it |
| `hunt` | as many cases as time allows, and one report of distinct failures |

A case is its kind and number: the same in every run.
"""
