import type { Json } from '../base/json/json.ts';
import type { Fields } from './fields.ts';

/** An agent's tool arguments. */
export type Arguments = { readonly [name: string]: Json };

/** Tokens of one request to a model, and of its answer. */
export interface Usage {
  /** Input that was neither read from the prompt cache nor written to it. */
  readonly input: number;
  readonly cacheRead: number;
  /** Input written to the prompt cache for five minutes, and for an hour. */
  readonly cacheWrite: number;
  readonly cacheWriteLong: number;
  readonly output: number;
}

/** The message that contains an event. */
interface Step {
  /** The host's id of the message. A resumed session repeats messages. */
  readonly message?: string | undefined;
  /** The host's id of the model's answer that the event belongs to, if recorded. */
  readonly request?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** A step of a recorded session, from any host. */
export type SessionEvent = Step &
  (
    | {
        readonly kind: 'asked';
        readonly text: string;
        /** True if the host wrote it to replace removed parts of the context. */
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
        /** Number of the first line, if the host put no numbers before the lines. By default it is detected. */
        readonly firstLine?: number | undefined;
      }
    /**
     * Tokens of a request to the model and its answer, as the host counted them. If a request has several, the last
     * counts.
     */
    | { readonly kind: 'billed'; readonly usage: Usage; readonly model?: string | undefined }
    /** A command ended. Its result may still be pending. */
    | { readonly kind: 'exited'; readonly call: string; readonly exitCode: number }
    /** The host removed results of earlier calls from the context without a replacement. */
    | { readonly kind: 'cleared' }
  );

/**
 * Reads one recorded session entry by entry, so that a log of any size can be streamed. An entry is the object on one
 * log line, or a whole JSON document.
 */
export interface SessionReader {
  /** Returns the events of the next entry. Unknown entry types have none. */
  read(entry: Fields): readonly SessionEvent[];
  /** The host's id of the session, once known. Trajectory files have none. */
  readonly id: string | undefined;
  /** Folder in which the session began, once known. */
  readonly folder: string | undefined;
}
