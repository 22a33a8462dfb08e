"""How evidence is collected on z/OS: jobs that copy and pack records, and ways to bring files here."""
