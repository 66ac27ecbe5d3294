import type { Arguments, SessionEvent } from '../../../src/transcripts/session-event.ts';
import { firstChars, lastChars } from './cut-text.ts';
import { withoutTags } from './without-tags.ts';

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
export interface CallQuestions {
  told(event: SessionEvent): void;
  /**
   * Returns the question that a call is meant to answer; undefined if nothing was said at all. `displayed` are the
   * agent's words if they are not recorded yet.
   */
  of(args: Arguments, displayed?: string): CallQuestion | undefined;
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
    of(args, displayed = words) {
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
