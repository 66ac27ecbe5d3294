import type { SessionContext } from '../../../../src/session-memory/session-context.ts';
import type { SessionFormat } from '../../../../src/transcripts/recorded-session.ts';
import type { Arguments } from '../../../../src/transcripts/session-event.ts';
import type { QuestionSource } from '../../../../src/unasked/call-question.ts';

/**
 * Evidence that lines were needed: they were edited, a name that only they contain was used, they were fetched again, or
 * a final answer, a review or a todo cites them.
 */
export type Need = 'edit' | 'use' | 'fetch' | 'cite';

/** A case whose needed lines are not known yet. */
export type OpenCase = Omit<SessionCase, 'needs' | 'neededAt'>;

/** A case at the time of its result, with the call's arguments. */
export interface OpenedCase {
  readonly of: OpenCase;
  readonly args: Arguments;
}

/** A tool's result in a recorded session, the question that it should answer, and the lines that the agent needed. */
export interface SessionCase {
  readonly session: string;
  readonly format: SessionFormat;
  /** Position of the result among the session's results, from 1. */
  readonly result: number;
  /** The tool in common terms, and by its name in the host. */
  readonly action: 'read' | 'search' | 'command' | 'other';
  readonly tool: string;
  /** Path of a file, or a command, for display. */
  readonly target: string;
  /** The lines as returned, without a host's line numbers. */
  readonly text: string;
  /** Line number of the first line in its own file. */
  readonly firstLine: number;
  /** Path of the file, as in the call. */
  readonly path?: string | undefined;
  readonly question: string;
  readonly questionSource: QuestionSource;
  /** Context of the session when the result arrived. */
  readonly context?: SessionContext | undefined;
  /**
   * Needed lines by evidence: 1-based positions in `text`, ascending. All lists are empty if the agent used no line
   * again.
   */
  readonly needs: Readonly<Record<Need, readonly number[]>>;
  /** For each needed line, the number of calls in the session when the need showed. */
  readonly neededAt: ReadonlyMap<number, number>;
}
