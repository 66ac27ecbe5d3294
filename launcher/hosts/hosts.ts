import type { SessionFormat } from '../../src/transcripts/recorded-session.ts';
import { CLAUDE_CODE } from './claude-code/host.ts';
import { CLAUDE_DESKTOP } from './claude-desktop/host.ts';
import { CODEX } from './codex/host.ts';
import { COPILOT } from './copilot/host.ts';
import { CURSOR } from './cursor/host.ts';
import { GEMINI } from './gemini/host.ts';
import type { Host } from './host.ts';
import { LISTED_HOSTS } from './listed-hosts.ts';
import { OPENCODE } from './opencode/host.ts';
import { VSCODE } from './vscode/host.ts';

/** All known hosts. If two have a server of the same name, the earlier host wins. */
export const HOSTS: readonly Host[] = [
  ...[CLAUDE_CODE, CLAUDE_DESKTOP, CODEX, CURSOR, VSCODE, COPILOT, GEMINI, OPENCODE],
  ...LISTED_HOSTS,
];

/** Returns the host that records sessions in a format; undefined for formats that others write. */
export function hostOf(format: SessionFormat): Host | undefined {
  return HOSTS.find(({ recordings }) => recordings?.format === format);
}

/** Hosts whose hooks we answer. */
export const HOOK_HOSTS: readonly Host[] = HOSTS.filter(({ loadHooks }) => loadHooks !== undefined);

export const isHookHost = (name: unknown): name is string => HOOK_HOSTS.some((host) => host.name === name);
