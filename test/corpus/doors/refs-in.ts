const REF = /ax:\/\/[a-z0-9_-]+\/[0-9a-f]{32}/g;

/** Returns the distinct artifact references in an answer. */
export function refsIn(answer: unknown): readonly string[] {
  return [...new Set(JSON.stringify(answer ?? null).match(REF) ?? [])];
}
