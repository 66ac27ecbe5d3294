import type { Json } from '../json/json.ts';
import type { Fields } from './fields.ts';

/** An agent's tool arguments. */
export type Arguments = { readonly [name: string]: Json };

/** The message that an event stands in. */
interface Step {
  /** The host's id of the message. A resumed session repeats messages. */
  readonly message?: string | undefined;
  /** The host's id of the model's answer that the event is a part of, if it records one. */
  readonly request?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** One step of a recorded session, whichever host recorded it. */
export type SessionEvent = Step &
  (
    | {
        readonly kind: 'asked';
        readonly text: string;
        /** The host wrote it, to take the place of what it took out of the context. */
        readonly isSummary: boolean;
      }
    | { readonly kind: 'said'; readonly text: string }
    | { readonly kind: 'thought'; readonly text: string }
    | { readonly kind: 'called'; readonly call: string; readonly tool: string; readonly args: Arguments }
    | {
        readonly kind: 'gave';
        readonly call: string;
        readonly text: string;
        readonly isFailed: boolean;
        /** The number of the first line, if the text has none of a host's before its lines. Default: it is looked for. */
        readonly firstLine?: number | undefined;
      }
    /** A command ended. Its result may not have been given yet. */
    | { readonly kind: 'exited'; readonly call: string; readonly exitCode: number }
    /** The host took results of earlier calls out of the context, and put nothing in their place. */
    | { readonly kind: 'cleared' }
  );

/**
 * Reads one recorded session, entry by entry, so that a log of any size can be read as a stream. An entry is the object
 * on one line of a log, or a whole JSON document.
 */
export interface SessionReader {
  /** Returns the events of the next entry. Entries of an unknown type hold none. */
  read(entry: Fields): readonly SessionEvent[];
  /** The host's own id of the session, once it is known. Trajectory files have none. */
  readonly id: string | undefined;
  /** The folder in which the session began, once it is known. */
  readonly folder: string | undefined;
}
