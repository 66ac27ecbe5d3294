import type { Arguments, SessionEvent } from '../../src/sessions/session-event.ts';
import { firstChars, lastChars } from './cut-text.ts';
import { withoutTags } from './without-tags.ts';

/** Where a question comes from: the words or the thought just before the call, its description, or the user's prompt. */
export type QuestionSource = 'words' | 'thought' | 'description' | 'prompt';

/** What a call is to find out. */
export interface CallQuestion {
  readonly question: string;
  readonly questionSource: QuestionSource;
}

/** UTF-16 units of a question, counted from its end: what is said last leads to the call. */
const MAX_CHARS = 400;
const MIN_WORDS = 3;

/** Remembers what was said and thought since the last result, and what the user asked last. */
export interface CallQuestions {
  told(event: SessionEvent): void;
  /** The question that a call is to answer; undefined if nothing was said at all. */
  of(args: Arguments): CallQuestion | undefined;
}

export function createCallQuestions(): CallQuestions {
  let words = '';
  let thought = '';
  let prompt = '';
  return {
    told(event) {
      if (event.kind === 'said') words = event.text;
      else if (event.kind === 'thought') thought = event.text;
      else if (event.kind === 'asked' || event.kind === 'gave') {
        if (event.kind === 'asked' && !event.isSummary) prompt = promptOf(event.text) || prompt;
        words = '';
        thought = '';
      }
    },
    of(args) {
      const description = args['description'];
      const candidates = [
        ['words', lastWords(words)],
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

/** The user's own words. Nothing may be left of what a host wrote in his name. */
function promptOf(text: string): string {
  return withoutTags(text)
    .replace(/^\s*\[Request interrupted by user[^\]]*\]/, '')
    .trim();
}

/** The last paragraph, and of that its last whole sentences. */
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
