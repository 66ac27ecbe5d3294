import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { McpServers } from '../provider-run-options.ts';
import type { Effect } from './effect.ts';

/** Functions that carry out effects. */
export interface Reach {
  readonly log: EventLog;
  readonly pass: (mcpServers: McpServers) => void;
  readonly terminate: () => void | Promise<void>;
}

/**
 * Carries out a transition's effects in order, synchronously up to the first that must be awaited. Never throws, so
 * that the run goes on.
 */
export async function runEffects(effects: readonly Effect[], { log, pass, terminate }: Reach): Promise<void> {
  const say: EventLog = (...event) => {
    try {
      log(...event);
    } catch {
      // The log itself failed, so there is nowhere to report it.
    }
  };
  for (const effect of effects) {
    if (effect.kind === 'log') say(effect.level, effect.event, effect.data);
    else if (effect.kind === 'pass_mcp_servers') pass(effect.mcpServers);
    else {
      try {
        await terminate();
      } catch (error) {
        say('warn', 'mcp_pruner.terminate_failed', { message: error instanceof Error ? error.message : String(error) });
      }
    }
  }
}
