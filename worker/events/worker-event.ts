import { SqlError } from '../../src/storage/sql-error.ts';

/** Something worth a log line. Never holds text, questions, header values or a path as it was sent. */
export type WorkerEvent =
  | { readonly event: 'listening'; readonly url: string; readonly runtime: string }
  | { readonly event: 'closed' }
  /** Something that whoever runs the worker should know. */
  | { readonly event: 'notice'; readonly message: string }
  | { readonly event: 'storage_failed'; readonly error: string }
  | RequestEvent
  | FaultEvent;

export interface RequestEvent {
  readonly event: 'request';
  readonly request_id: string;
  readonly method: string;
  /** The route's pattern, or "*" where none matched. */
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  /** Ids of the team and the key, once they are known. */
  readonly team?: string | undefined;
  readonly key?: string | undefined;
  /** Why it failed. */
  readonly failure?: string | undefined;
  readonly dialect?: string | undefined;
  readonly kind?: string | null | undefined;
  readonly engine?: string | null | undefined;
  readonly tokens_in?: number | undefined;
  readonly tokens_out?: number | undefined;
}

/** A bug or a broken machine: the name of the error alone, since messages may quote a text. */
export interface FaultEvent {
  readonly event: 'fault';
  readonly request_id: string;
  readonly error: string;
}

/** Takes the events one by one; must not throw. */
export type WorkerLog = (event: WorkerEvent) => void;

/** Writes each event as one line of JSON. */
export function jsonLines(write: (line: string) => void): WorkerLog {
  return (event) => write(`${JSON.stringify(event)}\n`);
}

/** What an event may say of an error: its name and code alone, since a message may quote a text. */
export function errorName(error: unknown): string {
  if (error instanceof SqlError) return `${error.name}: ${error.code}`;
  return error instanceof Error ? error.name : 'Error';
}
