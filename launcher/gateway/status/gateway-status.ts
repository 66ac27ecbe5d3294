import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { Timers } from '../../platform/timers.ts';
import { toEventFault } from '../event-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { afterEvent, type LauncherStatus, newStatus, type ServerStatus } from './server-status.ts';

/** State of this process for `mcp-pruner mcp status`, derived from events that are logged anyway. */
export interface GatewayStatus {
  /** Event log that also updates the status. */
  readonly log: EventLog;
  /** Call when a connection's state has changed. */
  connection(connection: ServerConnection): void;
  /** Removes servers that are no longer configured. */
  forget(names: readonly string[]): void;
  close(): void;
}

export interface GatewayStatusOptions {
  readonly log: EventLog;
  readonly root: string;
  readonly pid: number;
  readonly timers: Timers;
  readonly now: () => Date;
  readonly write: (status: LauncherStatus) => void;
  readonly remove: () => void;
}

/** Time to collect changes before writing, in milliseconds. */
const SETTLE_MS = 200;

export function createGatewayStatus(options: GatewayStatusOptions): GatewayStatus {
  const { log, root, pid, timers, now, write, remove } = options;
  const started = now().toISOString();
  const servers = new Map<string, ServerStatus>();
  let cancel: (() => void) | undefined;
  let closed = false;
  const change = (name: string, to: (status: ServerStatus) => ServerStatus): void => {
    const before = servers.get(name) ?? newStatus(name, now().toISOString());
    const after = to(before);
    servers.set(name, after);
    if (after === before || closed) return;
    cancel ??= timers.after(SETTLE_MS, () => {
      cancel = undefined;
      write({ pid, root, started, servers: [...servers.values()] });
    });
  };
  return {
    log(level, event, data, requestId) {
      log(level, event, data, requestId);
      const { server } = (data ?? {}) as { readonly server?: unknown };
      if (typeof server === 'string') {
        change(server, (status) => afterEvent(status, event, data as Readonly<Record<string, unknown>>));
      }
    },
    connection({ name, state, fault }) {
      change(name, ({ fault: _, ...status }) => {
        const since = status.state === state ? status.since : now().toISOString();
        return { ...status, state, since, ...(fault !== undefined && { fault: toEventFault(fault).message }) };
      });
    },
    forget(names) {
      for (const name of names) servers.delete(name);
    },
    close() {
      closed = true;
      cancel?.();
      remove();
    },
  };
}
