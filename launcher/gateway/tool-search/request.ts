import { type Intent, intentOf } from './intent.ts';
import { withKinds } from './named-things.ts';
import { replacePhrases, synonymsOf } from './synonyms.ts';
import { stemsOf, type Word, wordsOf } from './words.ts';

/** A thing that a request names: its own stem and common substitutes, each with a strength (0..1). */
export interface AskedWord extends Word {
  readonly stems: ReadonlyMap<string, number>;
}

export interface Request {
  readonly words: readonly AskedWord[];
  /** Undefined if no verb shows it. */
  readonly intent: Intent | undefined;
}

const MAX_WORDS = 48;
/** Words that do not distinguish tools. Verbs such as "show" and "find" do, so they are not included. */
const STOP: ReadonlySet<string> = new Set(
  stemsOf(
    'a an the this that these those it its of to in on for and or is are be been being was were with as by from at into ' +
      'i me my mine we us our you your he she they them their his her so if then than but not no do does did can could ' +
      'will would should shall may might must please want need like let just now there here some any all how what which ' +
      'who whom whose when where why has have had about also too very up out tell give via using use another other one ' +
      'same far moment still again',
  ),
);

/** Parses a request into its intent and the words that distinguish tools. */
export function readRequest(request: string): Request {
  const asked = new Map<string, AskedWord>();
  const words = wordsOf(replacePhrases(withKinds(request)));
  for (const word of words) {
    if (STOP.has(word.stem) || asked.has(word.stem) || asked.size >= MAX_WORDS) continue;
    asked.set(word.stem, { ...word, stems: new Map([...synonymsOf(word.stem), [word.stem, 1]]) });
  }
  return { words: [...asked.values()], intent: intentOf(words.map(({ stem }) => stem)) };
}
