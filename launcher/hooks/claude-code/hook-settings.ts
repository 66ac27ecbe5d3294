import { foreign } from '../../hosts/foreign-entry.ts';
import { HOOK_TOOL } from '../hook-door.ts';

/** Tools whose results can be shortened, those of other MCP servers among them. */
const tools = (server: string): string => `Read|Bash|Grep|Glob|WebFetch|mcp__(?!${server}__).*`;
/** Fields of the hook's input that Claude Code fills in. */
const TOLD = [
  'hook_event_name',
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_use_id',
  'transcript_path',
  'agent_id',
];

/**
 * The hook as Claude Code's settings have it: the server that runs anyway is asked, and no process is started. A server that
 * is not connected is passed over (https://code.claude.com/docs/en/hooks).
 */
export function claudeHook(server: string): object {
  return { matcher: tools(server), hooks: [handler(server, TOLD)] };
}

/** The hook that lists shortened results after a compaction. */
export function claudeCompactionHook(server: string): object {
  return { matcher: 'compact', hooks: [handler(server, ['hook_event_name', 'source', 'transcript_path'])] };
}

function handler(server: string, told: readonly string[]): object {
  const input = Object.fromEntries(told.map((name) => [name, placeholder(name)]));
  return { type: 'mcp_tool', server, tool: HOOK_TOOL, input };
}

/** True if an entry among Claude Code's hooks is ours, whatever the server's name. */
export function isOurClaudeHook(raw: unknown): boolean {
  const [only, ...more] = handlersOf(raw);
  const { type, tool, input } = foreign(only);
  const told = foreign(input)['transcript_path'];
  return more.length === 0 && type === 'mcp_tool' && tool === HOOK_TOOL && told === placeholder('transcript_path');
}

/** The name of the server that it asks. */
export function serverOfClaudeHook(raw: unknown): string | undefined {
  const { server } = foreign(handlersOf(raw)[0]);
  return typeof server === 'string' ? server : undefined;
}

function handlersOf(raw: unknown): readonly unknown[] {
  const { hooks } = foreign(raw);
  return Array.isArray(hooks) ? hooks : [];
}

function placeholder(name: string): string {
  return `\${${name}}`;
}

/** Our tools that change nothing, as Claude Code's permissions name them. */
export function claudePermissions(server: string): readonly string[] {
  return ['read', 'grep', 'artifact'].map((tool) => `mcp__${server}__${tool}`);
}
