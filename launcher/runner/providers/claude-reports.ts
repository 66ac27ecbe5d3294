import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import type { ProviderReport } from '../life/provider-report.ts';
import { propertyOf } from './property-of.ts';

/** The whole of what a call to a server that is gone comes back with. A tool's own output may hold the words as well. */
const GONE = /^(?:MCP error -?\d+: )?(?:Connection closed|Not connected)$/;

/** Reads the messages of one `query()` of the Claude Agent SDK, in their order, for what they say of a server (seen with 0.3). */
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
  // Its tools come later, or never: the first answer tells.
  if (status === 'pending') return [];
  return [{ kind: 'connect_failed', message: `Claude Code has the server as ${String(status ?? 'not loaded')}` }];
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
