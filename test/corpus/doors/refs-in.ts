const REF = /ax:\/\/[a-z0-9_-]+\/[0-9a-f]{32}/g;

/** The references of artifacts that an answer names, each once. */
export function refsIn(answer: unknown): readonly string[] {
  return [...new Set(JSON.stringify(answer ?? null).match(REF) ?? [])];
}
