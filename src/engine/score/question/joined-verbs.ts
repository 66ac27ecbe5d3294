import { eachName, stem } from '../../../text/words.ts';

const PARTICLES: ReadonlySet<string> = new Set([
  'away',
  'back',
  'down',
  'in',
  'off',
  'on',
  'out',
  'over',
  'through',
  'up',
]);

/** Prefixes that replace a word next to a verb if both are written as one. */
const AGAIN = ['re'] as const;
const NOT = ['un', 'in', 'non', 'dis'] as const;

/**
 * Yields stems of verbs that a question writes as two words and code as one, each with the term number of the verb. Examples: `timed
 * out` is `timeout`, `logs in` is `login`, `shutting down` is `shutdown`, `tried again` is `retried`, `not tracked`
 * is `untracked`.
 */
export function* joinedVerbs(
  question: string,
  termOf: (word: string) => number | undefined,
): Generator<readonly [joined: string, term: number]> {
  let before = '';
  const found: (readonly [string, string])[] = [];
  const prefixed: (readonly [string, readonly string[]])[] = [];
  eachName(question, 0, question.length, (from, to) => {
    const word = question.slice(from, to).toLowerCase();
    if (before !== '' && PARTICLES.has(word)) found.push([before, word]);
    if (before !== '' && word === 'again') prefixed.push([before, AGAIN]);
    if (DENIES.test(before)) prefixed.push([word, NOT]);
    // The tokenizer splits `isn't` into two names.
    before = word === 't' && before.endsWith('n') ? 'not' : word;
  });
  for (const [verb, particle] of found) {
    const term = termOf(verb);
    if (term === undefined) continue;
    for (const base of basesOf(verb)) yield [stem(base + particle), term];
  }
  for (const [verb, prefixes] of prefixed) {
    const term = termOf(verb);
    if (term === undefined) continue;
    for (const prefix of prefixes) yield [stem(prefix + verb), term];
  }
}

const DENIES = /^(?:not|never)$/;

/** Guesses the base forms of a verb. Guesses that are not words match nothing. */
function basesOf(verb: string): readonly string[] {
  const [, cut = verb] = /^(.{2,}?)(?:ing|ed|s)$/.exec(verb) ?? [];
  const single = cut.at(-1) === cut.at(-2) ? [cut.slice(0, -1)] : [];
  return [verb, cut, `${cut}e`, ...single];
}
