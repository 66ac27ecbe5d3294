import type { ConnectionState } from '../connection/server-connection.ts';

/** What became of one server in a run of the launcher. */
export interface ServerStatus {
  readonly name: string;
  readonly state: ConnectionState;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** Why it is not connected, without secrets. */
  readonly fault?: string;
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
  readonly calls: number;
  readonly failed: number;
  /** UTF-8 bytes of the texts that its results had. */
  readonly bytes: number;
  /** Of all calls together, in milliseconds. */
  readonly durationMs: number;
  /** Connections that were lost. */
  readonly lost: number;
}

/** A launcher that runs, and its servers. */
export interface LauncherStatus {
  readonly pid: number;
  readonly root: string;
  /** ISO 8601. */
  readonly started: string;
  readonly servers: readonly ServerStatus[];
}

export function newStatus(name: string, since: string): ServerStatus {
  const counts = { tools: 0, resources: 0, prompts: 0, calls: 0, failed: 0, bytes: 0, durationMs: 0, lost: 0 };
  return { name, state: 'disconnected', since, ...counts };
}

/** The status after an event of the gateway's; the same where the event says nothing of it. */
export function afterEvent(status: ServerStatus, event: string, data: Readonly<Record<string, unknown>>): ServerStatus {
  const number = (name: string): number => (typeof data[name] === 'number' ? data[name] : 0);
  const durationMs = status.durationMs + number('duration_ms');
  switch (event) {
    case 'gateway.discovered':
      return {
        ...status,
        ...{ tools: number('tools'), resources: number('resources'), prompts: number('prompts') },
      };
    case 'gateway.call_ok':
      return { ...status, calls: status.calls + 1, bytes: status.bytes + number('bytes'), durationMs };
    case 'gateway.task_created':
      return { ...status, calls: status.calls + 1, durationMs };
    case 'gateway.task_result':
      return { ...status, bytes: status.bytes + number('bytes') };
    case 'gateway.call_failed':
      return { ...status, calls: status.calls + 1, failed: status.failed + 1, durationMs };
    case 'gateway.connection_lost':
      return { ...status, lost: status.lost + 1 };
    default:
      return status;
  }
}
