import type { AuditEntry } from '../../src/access/audit.ts';
import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import { SqlError } from '../../src/storage/sql-error.ts';

/** Something worth a log line. Never holds text, questions, header values or a path as it was sent. */
export type WorkerEvent =
  | { readonly event: 'listening'; readonly url: string; readonly runtime: string }
  | { readonly event: 'closed' }
  /** Something that whoever runs the worker should know. */
  | { readonly event: 'notice'; readonly message: string }
  | { readonly event: 'storage_failed'; readonly error: string }
  | RequestEvent
  | ({ readonly event: 'audit' } & AuditEntry)
  | ShapedEvent
  | LargeEvent
  | FaultEvent;

/** A tool's result that did not fit as it was. */
export interface ShapedEvent {
  readonly event: 'response.shaped';
  readonly request_id: string;
  /** The team's id. */
  readonly team: string;
  readonly tool: string;
  /** UTF-8 bytes of the result as JSON. */
  readonly bytes_before: number;
  readonly bytes_after: number;
  /** The reference of the whole, where it is kept. */
  readonly artifact: string | undefined;
}

/** A warning: what `/mcp` answered has more bytes than a model's context should take at once. */
export interface LargeEvent {
  readonly event: 'response.large';
  readonly level: 'warn';
  readonly request_id: string;
  readonly team: string;
  readonly method: string;
  readonly tool: string | undefined;
  /** UTF-8 bytes of the result as JSON. */
  readonly bytes: number;
}

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

/** Writes each event as one line of JSON; `time`, where the host's log has none of its own, makes its `ts`. */
export function jsonLines(write: (line: string) => void, time?: () => string): WorkerLog {
  if (time === undefined) return (event) => write(`${JSON.stringify(event)}\n`);
  return (event) => write(`${JSON.stringify({ ts: time(), ...event })}\n`);
}

/** What an event may say of an error: its name and code alone, since a message may quote a text. */
export function errorName(error: unknown): string {
  if (error instanceof SqlError || error instanceof ArtifactError) return `${error.name}: ${error.code}`;
  return error instanceof Error ? error.name : 'Error';
}
