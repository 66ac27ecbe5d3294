import { pathToFileURL } from 'node:url';
import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import { claudeReports } from '../providers/claude-reports.ts';
import { type ClaudeOptions, toClaudeOptions } from '../providers/to-claude-options.ts';
import { type AgentOrder, type AgentProvider, ProviderMissingError } from './agent-provider.ts';
import { claudeEvents } from './claude-events.ts';
import { findPackage } from './find-package.ts';

const PACKAGE = '@anthropic-ai/claude-agent-sdk';

/** The part of the SDK that we use. The SDK may not be installed. */
interface AgentSdk {
  query(asked: { prompt: string; options: object }): AsyncIterable<unknown>;
}

/** Claude Code through the Claude Agent SDK (an optional peer dependency, loaded on use; tested with 0.3). */
export const claudeAgent: AgentProvider = {
  name: 'claude',
  messages: ask,
  reader: () => ({ events: claudeEvents(), reports: claudeReports() }),
};

async function* ask(order: AgentOrder): AsyncGenerator<unknown> {
  const file = findPackage(PACKAGE, order.env['PATH']);
  if (file === undefined) {
    throw new ProviderMissingError(`cannot run claude: ${PACKAGE} is not installed; run npm install -g ${PACKAGE}`);
  }
  const { query } = (await import(pathToFileURL(file).href)) as AgentSdk;
  const { prompt, cwd, env, model, allowedTools, signal, onNoise } = order;
  const abortController = new AbortController();
  const abort = (): void => abortController.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const options = {
    ...{ cwd, env, abortController },
    ...(model !== undefined && { model }),
    ...(order.mcpServers !== undefined && { allowedTools: allowedTools.map((tool) => `mcp__${SERVER_NAME}__${tool}`) }),
    ...(onNoise !== undefined && { stderr: onNoise }),
    ...withLoadedTools(toClaudeOptions(order)),
  };
  try {
    yield* query({ prompt, options });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Puts our tools into the first request. Otherwise the host's tool search hides them, and there is no user to ask for
 * them. A variable informs the server of this, so that it counts the definitions' tokens, since no file of the host
 * shows it.
 */
function withLoadedTools({ mcpServers }: ClaudeOptions): object {
  if (mcpServers === undefined) return {};
  const { [SERVER_NAME]: server, ...others } = mcpServers;
  if (server === undefined) return { mcpServers };
  const env = { ...server.env, ENABLE_TOOL_SEARCH: 'false' };
  return { mcpServers: { ...others, [SERVER_NAME]: { ...server, env, alwaysLoad: true } } };
}
