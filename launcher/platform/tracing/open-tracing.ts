import type { EventLog } from '../../../src/base/events/event-log.ts';
import { errorType } from '../../../src/base/tracing/error-type.ts';
import type { StartedTracing } from '../../../src/base/tracing/sdk/start-sdk.ts';
import type { Config } from '../settings/config.ts';

/** Starts tracing if the settings ask for it. A failure to start it must not keep the server from starting. */
export async function openTracing(
  { sendsTraces }: Config,
  version: string,
  log: EventLog,
): Promise<StartedTracing | undefined> {
  if (!sendsTraces) return undefined;
  try {
    return (await import('./start-tracing.ts')).startTracing(version, log);
  } catch (error) {
    log('warn', 'tracing.warning', { message: `cannot start tracing: ${errorType(error)}` });
    return undefined;
  }
}
