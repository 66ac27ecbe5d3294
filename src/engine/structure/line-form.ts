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
/** Max words of a message that may be such a name. */
const COMPARED = 24;

/** Cost of a word of a message, in characters of token counting, and characters that cost as much to copy as one. */
const WORD = 12;
const COPIED = 32;

/** Returns a message without values and ids. Takes its form. */
export function plainForm(form: string): string {
  return form
    .split(' ')
    .map((word) => word.replace(VALUE, '$1').replace(ID, '0'))
    .join(' ');
}

/** Cost of comparing a message: that of its words, each of which may stand for a copy of the message. */
const costOf = (form: string): number => form.split(' ', COMPARED).length * (WORD + form.length / COPIED);

/** Returns the words of a message that may be names of things, each with the message without it. */
function namesIn(form: string): readonly { readonly word: string; readonly rest: string }[] {
  let end = -1;
  return form.split(' ', COMPARED).flatMap((word) => {
    const from = end + 1;
    end = from + word.length;
    return NAME.test(word) ? [{ word, rest: `${form.slice(0, from)}*${form.slice(end)}` }] : [];
  });
}

/**
 * Groups messages that differ in at most one word, if many different ones stand there. Takes what `plainForm` returns,
 * and returns the group of each.
 */
export function* formGroups(distinct: ReadonlySet<string>): CooperativeTask<ReadonlyMap<string, string>> {
  const groups = new Map<string, string>();
  if (distinct.size > MAX_FORMS) return groups;
  const forms = [...distinct].filter((form) => form.split(' ', MIN_WORDS).length === MIN_WORDS);
  const cost = (item: number): number => costOf(forms[item] as string);
  const places = new Map<string, Set<string>>();
  yield* countedParts(forms.length, cost, (from, to) => {
    for (const form of forms.slice(from, to))
      for (const { word, rest } of namesIn(form)) places.set(rest, (places.get(rest) ?? new Set()).add(word));
  });
  yield* countedParts(forms.length, cost, (from, to) => {
    for (const form of forms.slice(from, to)) {
      const name = namesIn(form).find(({ rest }) => (places.get(rest)?.size ?? 0) >= MANY_WORDS);
      if (name !== undefined) groups.set(form, name.rest);
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
