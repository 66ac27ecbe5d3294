import type { CharacterTest } from './pattern-tree.ts';

/** Characters that a pattern cannot tell apart. */
export interface CharacterClass {
  readonly number: number;
  /** True for word characters, as `\b` counts them: A-Z, a-z, 0-9 and _. */
  readonly word: boolean;
  /** Membership in each set of the pattern. */
  readonly sets: readonly boolean[];
}

/** Max characters beyond ASCII whose class is cached. */
const KEPT = 20_000;
/** Cost of testing a character against a set, in characters whose class is known. */
const COST = 6;

export function createCharacterClasses(tests: readonly CharacterTest[]) {
  const bySignature = new Map<string, CharacterClass>();
  let work = 0;
  const make = (point: number): CharacterClass => {
    work += COST * tests.length;
    const sets = tests.map((test) => test(point));
    const word = isWord(point);
    const signature = `${word ? 'w' : '-'}${sets.map(Number).join('')}`;
    const known = bySignature.get(signature);
    if (known !== undefined) return known;
    const made = { number: bySignature.size, word, sets };
    bySignature.set(signature, made);
    return made;
  };
  const ascii = Array.from({ length: 128 }, (_, point) => make(point));
  let others = new Map<number, CharacterClass>();
  return {
    /** Classes by code point, up to U+007F. */
    ascii,
    /** Work of classifying so far, in units of a character whose class is known. */
    get work(): number {
      return work;
    },
    of(point: number): CharacterClass {
      if (point < 128) return ascii[point] as CharacterClass;
      let found = others.get(point);
      if (found === undefined) {
        if (others.size >= KEPT) others = new Map();
        found = make(point);
        others.set(point, found);
      }
      return found;
    },
  };
}

function isWord(point: number): boolean {
  return (
    (point >= 0x30 && point <= 0x39) ||
    (point >= 0x41 && point <= 0x5a) ||
    (point >= 0x61 && point <= 0x7a) ||
    point === 0x5f
  );
}
