import type { EventLog } from '../../events/event-log.ts';
import type { McpServers } from '../provider-run-options.ts';
import type { Effect } from './effect.ts';

/** What effects reach. */
export interface Reach {
  readonly log: EventLog;
  readonly pass: (mcpServers: McpServers) => void;
  readonly terminate: () => void | Promise<void>;
}

/** Does what a step asks for, in its order; until something has to be awaited, at once. Throws nothing: the run goes on. */
export async function runEffects(effects: readonly Effect[], { log, pass, terminate }: Reach): Promise<void> {
  const say: EventLog = (...event) => {
    try {
      log(...event);
    } catch {
      // Nobody is left to tell.
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
