"""Layouts of a site's own, made from the assembler listing of a mapping macro.

IBM ships the maps of its records as macros with the product. Their assembled listing says where each field
of the installed release stands; `getpage layout import` reads it and says how the built-in layout differs.
Nothing here decodes records: the layout files do.
"""

from getpage.layouts.importing import Imported, SectionPlace, import_listing

__all__ = ["Imported", "SectionPlace", "import_listing"]
