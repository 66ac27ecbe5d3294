import type { Json } from '../json/json.ts';

/** An agent's tool arguments. */
export type Arguments = { readonly [name: string]: Json };

/** The message that an event stands in. */
interface Step {
  /** As the agent's host names the message; a session that is resumed repeats messages. */
  readonly message?: string | undefined;
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
    | { readonly kind: 'gave'; readonly call: string; readonly text: string; readonly isFailed: boolean }
  );

/** Reads a host's log line by line, so that a log of any size can be read as a stream. */
export interface SessionReader {
  /** The events of the next line; none for a line that holds none, or that was cut. */
  read(line: string): readonly SessionEvent[];
  /** The folder in which the session began, once it is known. */
  readonly folder: string | undefined;
}
