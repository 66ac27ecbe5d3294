import { type Intent, intentOf } from './intent.ts';
import { withKinds } from './named-things.ts';
import { meaningsOf } from './phrases.ts';
import { synonymsOf } from './synonyms.ts';
import { stemsOf, toolWordsOf, type Word } from './words.ts';

/** A word of a request, as stems that stand for it, each with a strength (0..1). The word's own stem has 1. */
export interface AskedWord extends Pick<Word, 'isPlural'> {
  readonly stems: ReadonlyMap<string, number>;
}

export interface Request {
  readonly words: readonly AskedWord[];
  /** Undefined if no verb indicates it. */
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

/** Strength of stems derived from everyday words. It is too low to name a server. */
const MEANT = 0.6;

/** Parses a request into its intent and the words that distinguish tools. */
export function readRequest(request: string): Request {
  const asked = new Map<string, AskedWord>();
  const words = toolWordsOf(withKinds(request));
  for (const { stem, isPlural } of words) {
    if (STOP.has(stem) || asked.has(stem) || asked.size >= MAX_WORDS) continue;
    asked.set(stem, { isPlural, stems: new Map([...synonymsOf(stem), [stem, 1]]) });
  }
  const meanings = meaningsOf(request);
  const meant = meanings.map((stems) => ({ isPlural: false, stems: new Map(stems.map((stem) => [stem, MEANT])) }));
  const intent = intentOf([...words.map(({ stem }) => stem), ...meanings.flat()]);
  return { words: [...asked.values(), ...meant], intent };
}
