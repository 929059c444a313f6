import "server-only";

/** The table of the audit log, for both databases, which refuse to change or delete its rows. */
export const AUDIT_TABLES = `
CREATE TABLE audit_events (
  sequence INTEGER NOT NULL PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  came_from TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_events_subject ON audit_events (subject, sequence);
CREATE INDEX audit_events_actor ON audit_events (actor, sequence);
`;
