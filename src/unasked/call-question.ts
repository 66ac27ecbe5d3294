import { LONGEST_SECRET, redactSecrets } from '../artifacts/redact-secrets.ts';
import type { Arguments, SessionEvent } from '../transcripts/session-event.ts';

/**
 * Extra characters to examine. They cover a secret that starts within the result, and text that moves into it when
 * other secrets are removed.
 */
const LOOKED_AT = 2 * LONGEST_SECRET;

/**
 * Returns the first characters of a text without secrets. Redacts before cutting, because half of a secret would not be
 * recognized.
 */
export function firstChars(text: string, count: number): string {
  const looked = text.slice(0, count + LOOKED_AT);
  // The cut may go through a secret, so drop the last word.
  const end = looked.length < text.length ? Math.max(looked.lastIndexOf(' '), looked.lastIndexOf('\n')) : -1;
  return redactSecrets(end === -1 ? looked : looked.slice(0, end)).slice(0, count);
}

/**
 * Returns the end of a text without secrets: at least its last `count` characters, plus extra ones that were examined
 * for secrets. If the cut may have halved a word, the word is dropped.
 */
export function lastChars(text: string, count: number): string {
  const looked = text.slice(-(count + LOOKED_AT));
  return redactSecrets(looked.length < text.length ? looked.replace(/^\S{1,4000}/, '') : looked);
}

/** Matches opening tags of texts that a host writes, and the tags around a slash command's arguments. */
const TAG =
  /<(system-reminder|task-notification|bash-\w+|local-command-\w+|command-(?:name|message))>|<\/?command-args>/g;

/** Removes text that a host added to the user's words, such as the name of a slash command. */
export function withoutTags(text: string): string {
  const open = new Set<string>();
  const own: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: name, index } of text.matchAll(TAG)) {
    if (index < from || (name !== undefined && open.has(name))) continue;
    const close = name === undefined ? '' : `</${name}>`;
    const at = text.indexOf(close, index + tag.length);
    // Search only once: without a closing tag after this one, there is none after later ones.
    if (at === -1) open.add(name ?? '');
    else {
      own.push(text.slice(from, index));
      from = at + close.length;
    }
  }
  return [...own, text.slice(from)].join(' ');
}

/**
 * Source of a question: the agent's words or thought just before the call, the call's description, or the user's
 * prompt.
 */
export type QuestionSource = 'words' | 'thought' | 'description' | 'prompt';

/** Question that a call is meant to answer. */
export interface CallQuestion {
  readonly question: string;
  readonly questionSource: QuestionSource;
}

/** Max UTF-16 units of a question. The agent's words are cut at their beginning, because the last ones lead to the
 * call; a prompt is cut at its end. */
const MAX_CHARS = 400;
const MIN_WORDS = 3;

/** Remembers what was said and thought since the last result, and the user's last prompt. */
export function createCallQuestions() {
  let words = '';
  let thought = '';
  let prompt = '';
  return {
    told(event: SessionEvent): void {
      if (event.kind === 'said') words = event.text;
      else if (event.kind === 'thought') thought = event.text;
      else if (event.kind === 'asked' || event.kind === 'gave') {
        if (event.kind === 'asked' && !event.isSummary) prompt = promptOf(event.text) || prompt;
        words = '';
        thought = '';
      }
    },
    /**
     * Returns the question that a call is meant to answer; undefined if nothing was said at all. `displayed` are the
     * agent's words if they are not recorded yet.
     */
    of(args: Arguments, displayed: string = words): CallQuestion | undefined {
      const description = args['description'];
      const candidates = [
        ['words', lastWords(displayed)],
        ['description', typeof description === 'string' ? lastWords(description) : ''],
        ['thought', lastWords(thought)],
        ['prompt', firstChars(prompt, MAX_CHARS)],
      ] as const;
      const found = candidates.find(
        ([source, text]) => text.split(/\s+/).length >= (source === 'prompt' ? 1 : MIN_WORDS) && text !== '',
      );
      return found === undefined ? undefined : { question: found[1], questionSource: found[0] };
    },
  };
}

/** Returns the user's own words. Empty if everything was written by the host. */
function promptOf(text: string): string {
  return withoutTags(text)
    .replace(/^\s*\[Request interrupted by user[^\]]*\]/, '')
    .trim();
}

/** Returns the last complete sentences of the last paragraph. */
function lastWords(text: string): string {
  const paragraph =
    lastChars(text.trim(), MAX_CHARS)
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const words = paragraph.replaceAll(/\s+/g, ' ').trim();
  if (words.length <= MAX_CHARS) return words;
  const end = words.slice(-MAX_CHARS);
  const sentence = /[.!?:] +(?=[A-Z`"'])/.exec(end);
  return (sentence === null ? end : end.slice(sentence.index + sentence[0].length)).trim();
}
