import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import type { ProviderReport } from '../life/provider-report.ts';
import { propertyOf } from './property-of.ts';

/**
 * Entire result of a call to a server that is gone. It must match as a whole, because a tool's output may contain these
 * words.
 */
const GONE = /^(?:MCP error -?\d+: )?(?:Connection closed|Not connected)$/;

/**
 * Reads the messages of one `query()` of the Claude Agent SDK, in order, and reports what they say about a server
 * (tested with 0.3).
 */
export function claudeReports(server: string = SERVER_NAME): (message: unknown) => readonly ProviderReport[] {
  const calls = new Set<unknown>();
  return (message) => {
    switch (propertyOf(message, 'type')) {
      case 'system':
        return propertyOf(message, 'subtype') === 'init' ? fromInit(message, server) : [];
      case 'assistant':
        for (const block of blocksOf(message)) {
          const isOurs = String(propertyOf(block, 'name')).startsWith(`mcp__${server}__`);
          if (propertyOf(block, 'type') === 'tool_use' && isOurs) calls.add(propertyOf(block, 'id'));
        }
        return [];
      case 'user':
        return blocksOf(message)
          .filter((block) => calls.delete(propertyOf(block, 'tool_use_id')))
          .flatMap(fromResult);
      default:
        return [];
    }
  };
}

function fromInit(message: unknown, server: string): readonly ProviderReport[] {
  const servers = listOf(propertyOf(message, 'mcp_servers'));
  const status = propertyOf(
    servers.find((one) => propertyOf(one, 'name') === server),
    'status',
  );
  if (status === 'connected') return [{ kind: 'initialized' }];
  // The tools arrive later or never; wait for the first answer.
  if (status === 'pending') return [];
  return [{ kind: 'connect_failed', message: `Claude Code reports the server as ${String(status ?? 'not loaded')}` }];
}

function fromResult(block: unknown): readonly ProviderReport[] {
  if (propertyOf(block, 'is_error') !== true) return [{ kind: 'initialized' }];
  const content = propertyOf(block, 'content');
  const text = typeof content === 'string' ? content : propertyOf(listOf(content)[0], 'text');
  return typeof text === 'string' && GONE.test(text.trim()) ? [{ kind: 'tool_call_failed' }] : [];
}

const blocksOf = (message: unknown): readonly unknown[] =>
  listOf(propertyOf(propertyOf(message, 'message'), 'content'));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
