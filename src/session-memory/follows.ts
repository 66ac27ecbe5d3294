/** Words by which somebody says that a text will be followed, in the languages of `is-review.ts`. */
const FOLLOWS =
  /(?<![\p{L}\p{N}])(?:follow(?:s|ing)?|obey(?:ing)?|comply|complies|adhere|abide|stick (?:to|with)|according to|in accordance with|appl(?:y|ying)|(?:do what|as)\b[^?!\n]{1,60}?\b(?:says?|describe[sd]?)|rules?|conventions?|guidelines?|instructions?|directives?|guardrails?|style guide|(?:be)?folgen?|befolge|halte (?:mich|dich)|richte (?:mich|dich)|gemäß|regeln|anweisungen|je suis les|respecte[rz]?|suiv(?:re|ez?)|consignes|règles|segu?ir|sigu?[aeo]|reglas|regras|instrucciones|instruções|след(?:у(?:ю|я|й(?:те)?)|овать)|соблюдай?(?:те)?|правил\p{L}*|инструкци\p{L}*)(?![\p{L}\p{N}])|遵循|遵守|按照|规则|规范|規則|指示|ルール|規約|従[いうっ]|守[っらりる则]/iu;
/** Max characters of words to remember. */
const MAX_CHARS = 4000;

/** True if words about a file say that it will be followed. */
export const saysToFollow = (words: string): boolean => FOLLOWS.test(words);

/** Remembers the sentences of prompts that tell the agent to follow something, and the files on the same line. */
export function createFollowed(): {
  add(prompt: string, filesIn: (text: string) => readonly string[]): void;
  view(): (fileName: string) => boolean;
} {
  let said = '';
  let words = new Set<string>();
  return {
    add(prompt, filesIn) {
      const lines = prompt.slice(0, MAX_CHARS).split('\n').filter(saysToFollow);
      const own = lines.flatMap((line) => line.split(/(?<=[.!?])\s|[。！？]/).filter(saysToFollow));
      if (own.length > 0) said = [said, ...own, ...lines.flatMap(filesIn)].join(' ').slice(-MAX_CHARS);
      words = new Set(said.toLowerCase().split(/[^\p{L}\p{N}_-]+/u));
    },
    view() {
      const known = words;
      return (name) => known.has(name.replace(/\.\w+$/, '').toLowerCase());
    },
  };
}
