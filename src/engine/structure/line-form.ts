import { type CooperativeTask, countedParts } from '../../text/cooperative-task.ts';

const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|\u2018[^\u2019]*\u2019/g;
const NUMBER = /0x[\da-f]+|\d+/gi;
/** Min words of a line that is a message about a path, rather than an entry in a list of paths. */
const MESSAGE = 2;

/** A value after its name (`user=ken`), unless it says what happened (`reason=expired`); an id of letters and digits. */
const VALUE =
  /^([("]?(?!\w*(?:reason|stat(?:us|e)|err(?:or)?|code|level|severity|msg|message|kind|type|result|outcome|action|event|method)["]?[=:])[A-Za-z][\w.-]*=)[^\s=].*$/i;
/** A word that names a thing rather than says what happened: no plain word, and no status such as 500. */
const NAME = /^(?![1-5]\d\d\W?$)(?=.*[\d._@/:-]).{2,}/;
const ID = /^(?=\w*\d)(?=\w*[A-Za-z])[\w-]{8,}/;
/** Min different words at one place of a message from which on they are names of things. */
const MANY_WORDS = 6;
/** Min words of a message of which one may be such a name, and max different messages whose words are compared. */
const MIN_WORDS = 5;
const MAX_FORMS = 4000;

/** Cost of a word of a message, in characters of token counting. */
const WORD = 12;

/** Returns a message without values and ids. Takes its form. */
export function plainForm(form: string): string {
  return form
    .split(' ')
    .map((word) => word.replace(VALUE, '$1').replace(ID, '0'))
    .join(' ');
}

/**
 * Groups messages that differ in at most one word, if many different ones stand there. Takes what `plainForm` returns,
 * and returns the group of each.
 */
export function* formGroups(distinct: ReadonlySet<string>): CooperativeTask<ReadonlyMap<string, string>> {
  const groups = new Map<string, string>();
  if (distinct.size > MAX_FORMS) return groups;
  const forms = [...distinct].map((form) => form.split(' '));
  const places = new Map<string, Set<string>>();
  const without = (words: readonly string[], at: number): string => words.with(at, '*').join(' ');
  yield* countedParts(forms.length, WORD * MIN_WORDS, (from, to) => {
    for (const words of forms.slice(from, to)) {
      if (words.length < MIN_WORDS) continue;
      for (const [at, word] of words.entries()) {
        if (!NAME.test(word)) continue;
        const key = without(words, at);
        places.set(key, (places.get(key) ?? new Set()).add(word));
      }
    }
  });
  const isName = (word: string, at: number, words: readonly string[]): boolean =>
    NAME.test(word) && (places.get(without(words, at))?.size ?? 0) >= MANY_WORDS;
  yield* countedParts(forms.length, WORD * MIN_WORDS, (from, to) => {
    for (const words of forms.slice(from, to)) {
      const at = words.findIndex(isName);
      if (at >= 0) groups.set(words.join(' '), without(words, at));
    }
  });
  return groups;
}

/**
 * Returns what lines about different things have in common: the line without its numbers and quoted texts, and without
 * the paths in a message.
 */
export function lineForm(line: string): string {
  const words = line.replaceAll(QUOTED, '"').split(' ');
  const isPath = (word: string): boolean => word.includes('/') || word.includes('\\');
  const isMessage = words.filter((word) => /^[A-Za-z]{2,}\W?$/.test(word)).length >= MESSAGE;
  const formOf = (word: string): string => (isPath(word) ? (isMessage ? '/' : word) : word.replaceAll(NUMBER, '0'));
  return words.map(formOf).join(' ').trim();
}
