import { EVERYDAY_WORDS } from './everyday-words.ts';
import { type Intent, intentOf } from './intent.ts';
import { synonymsOf } from './synonyms.ts';
import { stemsOf, toolWordsOf, type Word } from './words.ts';

/**
 * Patterns of things that a request may mention, and the words that tools use for things of that kind. The first match
 * counts.
 */
const THINGS: readonly (readonly [thing: RegExp, words: string])[] = [
  [/\b[\w.-]+@[\w.-]+:[\w./-]+\.git\b/, 'clone repository url'],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/, 'email user'],
  [/\bhttps?:\/\/\S+/, 'url page website'],
  [/(?<!\w)-?\d{1,3}\.\d{2,}\s*,\s*-?\d{1,3}\.\d{2,}\b/, 'coordinates latitude longitude'],
  [/(?<![\w&])#[a-z][\w-]*/, 'channel'],
  [/(?<![\w&])#\d+\b/, 'issue number'],
  [/\b\d{4}\.\d{4,5}\b/, 'paper'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/, 'commit revision'],
  [/(?:~|(?<![\w.])\.{1,2}|(?<!\w))\/[\w.~/-]*/, 'directory folder path'],
  [/\b[\w./-]+\.(?:png|jpe?g|gif|webp|svg|bmp|mp3|wav|mp4)\b/, 'image media file'],
  [/\b[\w./-]+\.(?:pdf|docx?|xlsx?|pptx?|odt)\b/, 'document file'],
  [/\b[\w./-]+\.(?:md|txt|csv|json|ya?ml|toml|log|[jt]sx?|py|rs|go|java|c|h|cpp|rb|php|sh|sql|html|css|env)\b/, 'file'],
  [/\b(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|edu|gov)\b/, 'website url'],
];

const ANY = new RegExp(THINGS.map(([thing]) => `(${thing.source})`).join('|'), 'gi');

/**
 * Adds to each thing in a request the words for its kind: "channel" to `#ops`, "image" to `logo.png`. Descriptions of
 * tools hardly ever contain the thing itself. It still stays in the request, because a URL may name a server.
 */
export function withKinds(request: string): string {
  return request.replace(ANY, (thing, ...groups) => {
    const [, words] = THINGS[groups.findIndex((group) => group !== undefined)] ?? [];
    return `${thing} ${words} `;
  });
}

interface Line {
  readonly means: readonly string[];
  /** Matches stems joined by spaces that contain a phrase of the line. */
  readonly said: RegExp;
}

const GAP = '(?: \\S+){0,4} ';
let lines: readonly Line[] | undefined;

function readLine(line: string): Line {
  const [tools = '', people = ''] = line.split(':');
  const phrases = people.split(',').map((phrase) => phrase.split('…').map(joinStems).join(GAP));
  return { means: stemsOf(tools), said: new RegExp(` (?:${phrases.join('|')}) `) };
}

const joinStems = (text: string): string => stemsOf(text).join(' ');

/**
 * Returns the stems that tools use for the everyday words in a request: one list for each matching line of
 * `EVERYDAY_WORDS`.
 */
function meaningsOf(request: string): readonly (readonly string[])[] {
  lines ??= EVERYDAY_WORDS.trim().split('\n').map(readLine);
  const stems = ` ${joinStems(request)} `;
  return lines.filter(({ said }) => said.test(stems)).map(({ means }) => means);
}

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
