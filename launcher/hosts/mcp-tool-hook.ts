import { asJsonObject } from '../../src/base/json/json-object.ts';
import { HOOK_TOOL } from './host-hooks.ts';

/** Input of a hook by field name. The host fills in `${name}`. */
export type HookInput = Readonly<Record<string, string>>;

/** Returns an input that passes on the named fields unchanged. */
export function handedOn(names: readonly string[]): HookInput {
  return Object.fromEntries(names.map((name) => [name, placeholder(name)]));
}

/** Timeout of the host if our server hangs, in seconds. Our server has a shorter one. */
const TIMEOUT_SECONDS = 10;

/**
 * Returns a hook for Claude Code or Codex. It calls the running server, so no process is started. The host skips it if
 * the server is not connected (https://code.claude.com/docs/en/hooks).
 */
export function mcpToolHook(
  server: string,
  matcher: string | undefined,
  input: HookInput,
  timeout: number = TIMEOUT_SECONDS,
): object {
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'mcp_tool', server, tool: HOOK_TOOL, input, timeout }],
  };
}

/** True if an entry among a host's hooks is ours, whatever the server's name. */
export function isOurMcpToolHook(raw: unknown): boolean {
  const [only, ...more] = handlersOf(raw);
  const { type, tool, input } = asJsonObject(only);
  const told = asJsonObject(input)['transcript_path'];
  return more.length === 0 && type === 'mcp_tool' && tool === HOOK_TOOL && told === placeholder('transcript_path');
}

/** Returns the name of the server that the hook calls. */
export function serverOfMcpToolHook(raw: unknown): string | undefined {
  const { server } = asJsonObject(handlersOf(raw)[0]);
  return typeof server === 'string' ? server : undefined;
}

function handlersOf(raw: unknown): readonly unknown[] {
  const { hooks } = asJsonObject(raw);
  return Array.isArray(hooks) ? hooks : [];
}

const placeholder = (name: string): string => `\${${name}}`;
