const REDACTED = /redacted|\*{3}/i;

/** True if an id was replaced before the record was published, so it identifies nothing. */
export function isRedacted(id: string): boolean {
  return REDACTED.test(id);
}
