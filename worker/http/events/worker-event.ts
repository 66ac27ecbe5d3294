import { ArtifactError, BucketError } from '../../../src/artifacts/artifact-error.ts';
import { SQL_CAUSES, sqlErrorIn } from '../../../src/storage/sql-error.ts';
import type { AuditEntry } from '../../../src/teams/keys/audit.ts';
import type { OperatorNotice } from '../../../src/teams/usage/notices.ts';

/** An event for the log. Never contains text, questions, header values or a raw path. */
export type WorkerEvent =
  | { readonly event: 'listening'; readonly url: string; readonly runtime: string }
  | { readonly event: 'closed' }
  /** Information for the operator of the worker. */
  | { readonly event: 'notice'; readonly message: string }
  | { readonly event: 'storage_failed'; readonly error: string }
  /** Ledger records that are lost at shutdown, because they could not be written. */
  | { readonly event: 'ledger_unwritten'; readonly records: number }
  /** The shared counters are unreachable: each worker counts for itself until they are back. */
  | { readonly event: 'counters_away' }
  | { readonly event: 'counters_back' }
  /** The database server became slow (lookups fail at once), unreachable (all statements do) or reachable. */
  | { readonly event: 'database_slow' | 'database_down' | 'database_up' }
  /** The clocks of worker and database differ by more than a minute, or no longer. Positive: the database is ahead. */
  | { readonly event: 'clock_wrong' | 'clock_right'; readonly skew_ms: number }
  /** The database's clock went ahead by more than a day since data last expired, so nothing expires for a day. */
  | { readonly event: 'clock_jumped'; readonly from: string; readonly to: string }
  /** Spans that were lost, or a setting of OpenTelemetry that cannot be used. */
  | { readonly event: 'tracing_warning'; readonly message: string }
  | RequestEvent
  | SignInRefusal
  | ({ readonly event: 'audit' } & AuditEntry)
  | OperatorNotice
  /** A notice could not be delivered, and is tried again in an hour. */
  | { readonly event: 'webhook_failed'; readonly error: string }
  | ShapedEvent
  | LargeEvent
  | FaultEvent;

/** The identity provider's word for someone was not taken, or nobody may enter by it. */
export interface SignInRefusal {
  readonly event: 'sign_in_refused';
  readonly request_id: string;
  readonly reason: 'unreachable' | 'refused' | 'invalid' | 'stale' | 'no_group' | 'no_team' | 'removed';
  /** The check that failed. */
  readonly error?: string | undefined;
}

/** A tool's result was shaped because it did not fit. */
export interface ShapedEvent {
  readonly event: 'response.shaped';
  readonly request_id: string;
  /** The team's id. */
  readonly team: string;
  readonly tool: string;
  /** UTF-8 bytes of the result as JSON. */
  readonly bytes_before: number;
  readonly bytes_after: number;
  /** Reference of the original, if it is stored. */
  readonly artifact: string | undefined;
}

/** Warning: an answer of `/mcp` is larger than a model's context should take at once. */
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
  /** Pattern of the route, or "*" if none matched. */
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  /** Ids of the team and the key, once known. */
  readonly team?: string | undefined;
  readonly key?: string | undefined;
  /** Reason of the failure. */
  readonly failure?: string | undefined;
  readonly dialect?: string | undefined;
  readonly kind?: string | null | undefined;
  readonly engine?: string | null | undefined;
  readonly tokens_in?: number | undefined;
  readonly tokens_out?: number | undefined;
}

/** A bug or a broken machine. Only the error's name is logged, since messages may quote a text. */
export interface FaultEvent {
  readonly event: 'fault';
  readonly request_id: string;
  readonly error: string;
}

/** Receives each event; must not throw. */
export type WorkerLog = (event: WorkerEvent) => void;

/** Writes each event as one line of JSON. `time` provides its `ts`, if the host's log adds none. */
export function jsonLines(write: (line: string) => void, time?: () => string): WorkerLog {
  if (time === undefined) return (event) => write(`${JSON.stringify(event)}\n`);
  return (event) => write(`${JSON.stringify({ ts: time(), ...event })}\n`);
}

/** Returns what an event may say about an error: its name and code, since most messages may quote a text. */
export function errorName(error: unknown): string {
  const failed = sqlErrorIn(error);
  if (failed !== undefined) return `${failed.name}: ${failed.code} (${SQL_CAUSES[failed.code]})`;
  if (error instanceof ArtifactError) {
    const { cause } = error;
    return `${error.name}: ${error.code}${cause instanceof BucketError ? ` (${cause.message})` : ''}`;
  }
  return error instanceof Error ? error.name : 'Error';
}
