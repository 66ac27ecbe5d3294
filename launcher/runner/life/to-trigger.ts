import type { ProviderReport } from './provider-report.ts';
import type { ServerFailed, TriggerOf } from './trigger.ts';

type WhileStarting = TriggerOf<'initialized' | 'start_failed'>;

/** Converts a report about a server that is starting. A failed call then counts as a failed connection. */
export function whileStarting(report: ProviderReport, root: string): WhileStarting {
  switch (report.kind) {
    case 'initialized':
      return { kind: 'initialized', root };
    case 'spawn_failed':
      return { kind: 'start_failed', during: 'spawn', message: report.message };
    case 'connect_failed':
      return { kind: 'start_failed', during: 'connect', message: report.message };
    case 'server_exited':
      return { kind: 'start_failed', during: 'connect', message: `the server ended with ${endOf(report)}` };
    case 'tool_call_failed':
      return { kind: 'start_failed', during: 'connect', message: 'a call got no answer' };
  }
}

/** Converts a report about a running server; undefined if nothing has changed. */
export function whileRunning(report: ProviderReport): ServerFailed | undefined {
  switch (report.kind) {
    case 'initialized':
      return undefined;
    case 'server_exited': {
      const { exitCode, signal } = report;
      return { kind: 'server_failed', reason: 'exited', exitCode: exitCode ?? undefined, signal: signal ?? undefined };
    }
    case 'spawn_failed':
    case 'connect_failed':
    case 'tool_call_failed':
      return { kind: 'server_failed', reason: 'unreachable' };
  }
}

function endOf({ exitCode, signal }: Extract<ProviderReport, { kind: 'server_exited' }>): string {
  if (typeof signal === 'string') return signal;
  return typeof exitCode === 'number' ? `exit code ${exitCode}` : 'no exit code';
}
