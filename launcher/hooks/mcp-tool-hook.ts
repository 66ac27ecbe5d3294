import { foreign } from '../hosts/foreign-entry.ts';
import { HOOK_TOOL } from './lazy-hooks.ts';

/** Fields of a hook's input, by name; the host fills in `${name}`. */
export type HookInput = Readonly<Record<string, string>>;

/** The input that hands on the fields of that name as the host has them. */
export function handedOn(names: readonly string[]): HookInput {
  return Object.fromEntries(names.map((name) => [name, placeholder(name)]));
}

/** Seconds that a host waits if our server hangs; it has a limit of its own, which is shorter. */
const TIMEOUT_SECONDS = 10;

/**
 * A hook as Claude Code and Codex have it: the server that runs anyway is asked, and no process is started. A server that is
 * not connected is passed over (https://code.claude.com/docs/en/hooks).
 */
export function mcpToolHook(server: string, matcher: string, input: HookInput): object {
  return { matcher, hooks: [{ type: 'mcp_tool', server, tool: HOOK_TOOL, input, timeout: TIMEOUT_SECONDS }] };
}

/** True if an entry among a host's hooks is ours, whatever the server's name. */
export function isOurMcpToolHook(raw: unknown): boolean {
  const [only, ...more] = handlersOf(raw);
  const { type, tool, input } = foreign(only);
  const told = foreign(input)['transcript_path'];
  return more.length === 0 && type === 'mcp_tool' && tool === HOOK_TOOL && told === placeholder('transcript_path');
}

/** The name of the server that it asks. */
export function serverOfMcpToolHook(raw: unknown): string | undefined {
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
