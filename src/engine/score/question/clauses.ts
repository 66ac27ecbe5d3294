const BETWEEN =
  /[?;.]\s+|,?\s+(?:and|und|et|y|e)\s+(?=(?:is|are|was|were|do|does|did|can|how|what|which|who|whose|where|when|why|from|wie|wer|was|welche|qu\u00e9|quel)\b)/i;
const MIN_WORDS = 3;

/** Returns the questions that a question consists of; none if it is a single one. */
export function clauses(question: string): readonly string[] {
  const parts = question.split(BETWEEN).filter((part) => part.trim().split(/\s+/).length >= MIN_WORDS);
  return parts.length > 1 && parts.length <= 4 ? parts : [];
}
