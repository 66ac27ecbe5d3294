import { rememberedTools } from '../../gateway/catalog/remembered-tools.ts';
import type { SourcedServer } from '../../gateway/config/load-sources.ts';
import { takesMoreThan } from '../../gateway/tool-search/schema-tokens.ts';
import { type Config, ConfigError, readConfig } from '../../platform/settings/config.ts';
import type { CommandContext } from '../command.ts';

/**
 * Explains that agents search for tools instead of listing them, and why. Only tools that servers have listed before
 * are counted. Undefined if all tools are listed.
 */
export async function lazyNotice(
  { env, cwd }: Pick<CommandContext, 'env' | 'cwd'>,
  servers: readonly SourcedServer[],
): Promise<string | undefined> {
  const config = readLazy(env, cwd);
  if (config === undefined || config.lazyTools === 'off') return undefined;
  const { home, lazyTokens, lazyTools } = config;
  const tools = await rememberedTools(home, servers);
  if (!(await takesMoreThan(lazyTokens, tools))) return undefined;
  const who = lazyTools === 'on' ? 'agents' : 'agents that do not defer tools themselves';
  return `${who} get find_tool and call_tool instead of ${tools.length} tools, because the definitions take more than ${lazyTokens} tokens (MCP_PRUNER_LAZY=off lists all tools)`;
}

/** Another check reports invalid variables. */
function readLazy(...given: Parameters<typeof readConfig>): Config | undefined {
  try {
    return readConfig(...given);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
