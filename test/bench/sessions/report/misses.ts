import { redactSecrets } from '../../../../src/artifacts/redact-secrets.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import type { SessionCase } from '../cases/session-case.ts';
import type { Judgement } from '../judging/judgement.ts';
import { shownLine } from './shown-line.ts';

/** A case in which needed lines would have been removed. All texts are redacted, printable and truncated. */
export interface Miss extends Pick<SessionCase, 'format' | 'result' | 'action' | 'questionSource'> {
  readonly session: string;
  readonly tool: string;
  readonly target: string;
  readonly question: string;
  /** Number of needed lines, and how many of them would have been removed. */
  readonly needed: number;
  readonly missing: number;
  /** First of the missing lines, with their line numbers in the original file. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

export interface Misses {
  /** Keeps the case if it is among the worst so far. */
  add(judgement: Judgement): void;
  /** Returns the kept cases, most missing lines first. Ties stay in order of arrival. */
  worst(): readonly Miss[];
}

const DEFAULT_MAX = 20;
const MAX_LINES = 10;

/** Keeps only the worst cases of a stream, to bound memory. */
export function collectMisses(max: number = DEFAULT_MAX): Misses {
  const misses: Miss[] = [];
  return {
    add(judgement) {
      const missing = judgement.lost.length;
      if (missing === 0) return;
      const after = misses.findIndex((miss) => miss.missing < missing);
      const at = after < 0 ? misses.length : after;
      if (at >= max) return;
      misses.splice(at, 0, toMiss(judgement));
      if (misses.length > max) misses.pop();
    },
    worst: () => misses,
  };
}

function toMiss({ of, needed, lost }: Judgement): Miss {
  const { format, result, action, questionSource, firstLine } = of;
  const { text, starts, ends } = splitLines(redactSecrets(of.text));
  return {
    ...{ format, result, action, questionSource, session: shownText(of.session), tool: shownText(of.tool) },
    ...{ target: shownText(of.target), question: shownText(of.question), needed: needed.any, missing: lost.length },
    lines: lost
      .slice(0, MAX_LINES)
      .map((line) => ({ number: firstLine + line - 1, text: shownLine(text.slice(starts[line - 1], ends[line - 1])) })),
  };
}

/** Shows a multiline text on one line. */
function shownText(text: string): string {
  return shownLine(redactSecrets(text).replaceAll(/\s+/g, ' ').trim());
}
