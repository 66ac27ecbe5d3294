import { pathToFileURL } from 'node:url';
import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import { claudeReports } from '../providers/claude-reports.ts';
import { propertyOf } from '../providers/property-of.ts';
import { type ClaudeOptions, toClaudeOptions } from '../providers/to-claude-options.ts';
import type { AgentEvent } from './agent-event.ts';
import { type AgentOrder, type AgentProvider, ProviderMissingError } from './agent-provider.ts';
import { findPackage } from './find-package.ts';
import { whyFailed } from './why-failed.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the messages of one `query()` of the Claude Agent SDK (tested with 0.3). */
export function claudeEvents(): (message: unknown) => readonly AgentEvent[] {
  return (message) => {
    switch (propertyOf(message, 'type')) {
      case 'assistant':
        return blocksOf(message).flatMap(fromSaid);
      case 'user':
        return blocksOf(message).flatMap(fromReturned);
      case 'result':
        return [fromResult(message)];
      default:
        return [];
    }
  };
}

function fromSaid(block: unknown): readonly AgentEvent[] {
  const type = propertyOf(block, 'type');
  if (type === 'text') return [{ kind: 'text', text: String(propertyOf(block, 'text')) }];
  if (type !== 'tool_use') return [];
  const [, server, named] = /^mcp__(.+?)__(.+)$/s.exec(String(propertyOf(block, 'name'))) ?? [];
  const tool = named ?? String(propertyOf(block, 'name'));
  const input = (propertyOf(block, 'input') ?? {}) as Fields;
  return [{ kind: 'tool_started', id: String(propertyOf(block, 'id')), tool, server, input }];
}

function fromReturned(block: unknown): readonly AgentEvent[] {
  if (propertyOf(block, 'type') !== 'tool_result') return [];
  const ended = { kind: 'tool_ended', id: String(propertyOf(block, 'tool_use_id')) } as const;
  if (propertyOf(block, 'is_error') !== true) return [{ ...ended, failed: false }];
  const content = propertyOf(block, 'content');
  const text = Array.isArray(content) ? propertyOf(content[0], 'text') : content;
  return [{ ...ended, failed: true, why: whyFailed(text) }];
}

function fromResult(message: unknown): AgentEvent {
  const ok = propertyOf(message, 'subtype') === 'success' && propertyOf(message, 'is_error') !== true;
  const errors = propertyOf(message, 'errors');
  const said = propertyOf(message, 'result') ?? (Array.isArray(errors) ? errors.join('\n') : undefined);
  const text = String(said ?? propertyOf(message, 'subtype') ?? '');
  const usage = propertyOf(message, 'usage');
  const count = (name: string): number => Number(propertyOf(usage, name) ?? 0);
  const input = count('input_tokens') + count('cache_read_input_tokens') + count('cache_creation_input_tokens');
  return {
    kind: 'ended',
    ok,
    text,
    tokens: usage === undefined ? undefined : { input, output: count('output_tokens') },
  };
}

function blocksOf(message: unknown): readonly unknown[] {
  const content = propertyOf(propertyOf(message, 'message'), 'content');
  return Array.isArray(content) ? content : [];
}

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
