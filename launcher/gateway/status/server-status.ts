import type { ConnectionState } from '../upstream/connection/server-connection.ts';

/** State of one server in a run of the launcher. */
export interface ServerStatus {
  readonly name: string;
  readonly state: ConnectionState;
  /** Time of the last state change, ISO 8601. */
  readonly since: string;
  /** Reason why it is not connected, without secrets. */
  readonly fault?: string;
  readonly tools: number;
  /** True if the tools are from an earlier list, because the server lists none now or fails to list them. */
  readonly isOld?: boolean;
  readonly resources: number;
  readonly prompts: number;
  readonly calls: number;
  readonly failed: number;
  /** UTF-8 bytes of all texts in its results. */
  readonly bytes: number;
  /** Total time of all calls, in milliseconds. */
  readonly durationMs: number;
  /** Number of lost connections. */
  readonly lost: number;
  /** Tools that cannot be called, because they only run as tasks. */
  readonly taskOnly?: readonly string[];
  /** Calls that have waited a long time for an answer. */
  readonly waiting?: readonly WaitingCall[];
}

/** A call without an answer. */
export interface WaitingCall {
  /** Number of the call in this process. */
  readonly call: number;
  readonly tool: string;
  /** Time without an answer or progress at the last report, in milliseconds. */
  readonly waitingMs: number;
  /** True if the server answers pings meanwhile. */
  readonly answersPing: boolean;
}

/** A running launcher and its servers. */
export interface LauncherStatus {
  readonly pid: number;
  readonly root: string;
  /** Start time, ISO 8601. */
  readonly started: string;
  readonly servers: readonly ServerStatus[];
}

export function newStatus(name: string, since: string): ServerStatus {
  const counts = { tools: 0, resources: 0, prompts: 0, calls: 0, failed: 0, bytes: 0, durationMs: 0, lost: 0 };
  return { name, state: 'disconnected', since, ...counts };
}

/** Returns the status after an event of the gateway; unchanged if the event does not affect it. */
export function afterEvent(status: ServerStatus, event: string, data: Readonly<Record<string, unknown>>): ServerStatus {
  const number = (name: string): number => (typeof data[name] === 'number' ? data[name] : 0);
  const durationMs = status.durationMs + number('duration_ms');
  switch (event) {
    case 'gateway.discovered':
      return { ...status, ...{ tools: number('tools'), resources: number('resources'), prompts: number('prompts') } };
    case 'gateway.list_empty':
      return { ...status, isOld: true };
    case 'gateway.list_failed':
      return data['method'] === 'tools/list' ? { ...status, isOld: true } : status;
    case 'gateway.list_again':
      return data['list'] === 'tools' ? { ...status, tools: number('entries'), isOld: false } : status;
    case 'gateway.call_waiting': {
      const call: WaitingCall = {
        ...{ call: number('call'), tool: String(data['tool']) },
        ...{ waitingMs: number('waiting_ms'), answersPing: data['answers_ping'] === true },
      };
      return { ...status, waiting: [...othersThan(call.call, status), call] };
    }
    case 'gateway.call_resumed':
      return { ...status, waiting: othersThan(number('call'), status) };
    case 'gateway.call_ok':
      return { ...status, calls: status.calls + 1, bytes: status.bytes + number('bytes'), durationMs };
    case 'gateway.task_only':
      return { ...status, taskOnly: data['tools'] as readonly string[] };
    case 'gateway.call_failed':
      return { ...status, calls: status.calls + 1, failed: status.failed + 1, durationMs };
    case 'gateway.connection_lost':
      return { ...status, lost: status.lost + 1 };
    default:
      return status;
  }
}

const othersThan = (call: number, { waiting = [] }: ServerStatus): readonly WaitingCall[] =>
  waiting.filter((one) => one.call !== call);
