import type { SessionContext } from '../../../../src/memory/session-context.ts';
import type { SessionFormat } from '../../../../src/sessions/recorded-session.ts';
import type { Arguments } from '../../../../src/sessions/session-event.ts';
import type { QuestionSource } from '../../../questions/call-question.ts';

/** The evidence that lines were needed: they were edited, a name that they alone hold was used, or they were fetched again. */
export type Need = 'edit' | 'use' | 'fetch';

/** A case before it is known what of it was needed. */
export type OpenCase = Omit<SessionCase, 'needs'>;

/** A case as its result comes, and what the call was given. */
export interface OpenedCase {
  readonly of: OpenCase;
  readonly args: Arguments;
}

/** A result that a tool gave in a recorded session, the question it was to answer, and the lines the agent needed of it. */
export interface SessionCase {
  readonly session: string;
  readonly format: SessionFormat;
  /** Position of the result among the session's results, from 1. */
  readonly result: number;
  /** The tool in common terms, and as the host names it. */
  readonly action: 'read' | 'search' | 'command' | 'other';
  readonly tool: string;
  /** A file's path or a command, for a person. */
  readonly target: string;
  /** The lines as they were given, without a host's line numbers. */
  readonly text: string;
  /** Number, in its own file, of the first line. */
  readonly firstLine: number;
  /** The file's path as the call named it. */
  readonly path?: string | undefined;
  readonly question: string;
  readonly questionSource: QuestionSource;
  /** What the session knew when the result came. */
  readonly context?: SessionContext | undefined;
  /** Needed lines by evidence: 1-based positions in `text`, ascending. All empty: nothing of it was used again. */
  readonly needs: Readonly<Record<Need, readonly number[]>>;
}
