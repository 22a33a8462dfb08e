"""What the renderings of all verbs share: forms, tables, escaping, and the templates of pages."""
