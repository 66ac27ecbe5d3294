import path from 'node:path';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { type HostUser, hostUser } from './host-user.ts';
import { installed, ROOT } from './installed.ts';

export const CLAUDE: string = installed(`@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`);
/** Variables that keep Claude Code from sending telemetry. */
export const QUIET: object = { DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };

/** Settings that load the plugin from this repository, as `init` writes them, and switch it on. */
export function withMod(
  settings: object = {},
  mode: 'on' | 'shadow' = 'on',
  cuts: 'default' | 'more' = 'more',
): string {
  const own = {
    ...settings,
    env: { MCP_PRUNER_HOOKS: mode, MCP_PRUNER_HOOK_CUTS: cuts },
    extraKnownMarketplaces: { 'mcp-pruner': { source: { source: 'directory', path: ROOT.replace(/\/$/, '') } } },
    enabledPlugins: { 'mcp-pruner@mcp-pruner': true },
  };
  return `${JSON.stringify(own, null, 2)}\n`;
}

/** A user of the real Claude Code. */
export interface ClaudeUser extends HostUser {
  /** Begins a session with these flags, and returns all requests to its model. */
  talk(prompt: string, turns: readonly Turn[], ...flags: readonly string[]): Promise<readonly ModelRequest[]>;
  /** Begins a session, and returns the results sent to its model. */
  ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]>;
  /** Continues the last session, and returns the messages of its last request as JSON. */
  goOn(prompt: string): Promise<string>;
}

/** `home` has no settings of Claude Code yet; `settings` becomes the user's own settings file. */
export function claudeUser(home: string, settings: string): ClaudeUser {
  const user = hostUser({ home, settings, file: '.claude/settings.json', folders: [path.dirname(CLAUDE)], env: QUIET });
  const talk: ClaudeUser['talk'] = async (prompt, turns, ...flags) => {
    await using model = await startAnthropicModel([...turns, { text: 'Done.' }]);
    await user.run([CLAUDE, ...flags, '-p', prompt], { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' });
    return model.requests;
  };
  return {
    ...user,
    talk,
    ask: async (prompt, turns) => toolResultsOf((await talk(prompt, turns)).at(-1) as ModelRequest),
    goOn: async (prompt) => JSON.stringify((await talk(prompt, [], '-c')).at(-1)?.body['messages']),
  };
}
