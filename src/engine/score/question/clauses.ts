/** What ends a sentence. An abbreviation is not followed by a capital letter. */
const END = /[?;\uff1f\uff1b] ?|\. (?=\p{Lu})/u;
/** `and` before a word that asks, in English and five other languages. */
const AND =
  /,? (?:and|und|et|y|e|\u0438) (?=(?:is|are|was|were|do|does|did|can|how|what|which|who|whose|where|when|why|from|wie|wer|wo|wann|warum|welche[rs]?|quel(?:le)?s?|qui|pourquoi|o\u00f9|qu\u00e9|cu\u00e1l(?:es)?|cu\u00e1ndo|qui\u00e9n|c\u00f3mo|qual|quando|quem|\u043a\u0442\u043e|\u043a\u043e\u0433\u0434\u0430|\u043f\u043e\u0447\u0435\u043c\u0443|\u043a\u0430\u043a\u043e\u0439)(?!\p{L}))/iu;
/** Min words of a part, or min characters in a script without spaces, and max parts. */
const MIN_WORDS = 3;
const MIN_CHARS = 5;
const MAX_PARTS = 4;
/** Max characters of a question that is taken apart. A longer one tells a story. */
const MAX_CHARS = 400;

/** Returns the first parts of a question that asks for several things; none if it asks for one. */
export function clauses(question: string): readonly string[] {
  if (question.length > MAX_CHARS) return [];
  const sentences = question.replaceAll(/\s+/g, ' ').split(END);
  const parts = sentences.flatMap((sentence) => sentence.split(AND)).map((part) => part.trim());
  const asking = parts.filter((part) => part.split(' ').length >= MIN_WORDS || isJoined(part));
  return asking.length > 1 ? asking.slice(0, MAX_PARTS) : [];
}

function isJoined(part: string): boolean {
  return part.length >= MIN_CHARS && /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part);
}
