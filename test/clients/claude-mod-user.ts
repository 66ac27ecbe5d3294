import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type ClaudeUser, claudeUser, withMod } from './claude-user.ts';
import { ROOT } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, sourceAround, withSource } from './long-source.ts';

/** The notice below a shortened result, with the file that has the whole. In structured content it is escaped. */
export const MOD_NOTICE: RegExp = /\[mcp-pruner left out .* All of it: file \\?"([^"\\]+)/;
/** Claude Code moves outputs of more than 30,000 characters to a file. */
export const PRINTED: string = sourceAround(12_000);
export const SAID = 'I look at how addMember places the comma.';
/** Settings of a user who may run what tests run. */
export const ALLOWING: object = { permissions: { allow: ['Bash(sed:*)', 'Bash(sh:*)', 'Bash(cat:*)', 'mcp__files'] } };

const PLUGIN = `${ROOT}plugins/claude-code`;
const MODULE = 'hooks/pruner.mjs';

/** Text of the plugin's module. */
export const moduleText = (): string => readFileSync(path.join(PLUGIN, MODULE), 'utf8');

export interface ModUser extends ClaudeUser {
  readonly home: string;
  /** A long source in the project. */
  readonly file: string;
  /** Reads the source, and prints a part of it by a command. */
  readonly both: readonly Turn[];
}

/** A user with the plugin as in this repository, switched on, unless other settings are given. */
export function modUser(settings: string = withMod(ALLOWING), home: string = tempDir()): ModUser {
  const user = withSource(claudeUser(home, settings), LONG_SOURCE);
  writeFileSync(path.join(user.project, 'printed.ts'), PRINTED);
  const both = [
    { said: SAID, tool: 'Read', input: { file_path: user.file } },
    { said: SAID, tool: 'Bash', input: { command: "sed 's/unlikely//' printed.ts" } },
  ];
  return { ...user, home, both };
}

/** A user without the plugin, but with the variable that switches it on. */
export const plainUser = (home?: string): ModUser =>
  modUser(JSON.stringify({ ...ALLOWING, env: { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more' } }), home);

/** Copies the plugin with another module. Returns the options that load it. */
export function pluginWith({ home }: ModUser, module: string): readonly string[] {
  const folder = path.join(home, 'plugin');
  cpSync(PLUGIN, folder, { recursive: true });
  writeFileSync(path.join(folder, MODULE), module);
  return ['--plugin-dir', folder];
}

/** Begins a session, and returns the results that its model was given. */
export async function givenBy(
  user: ModUser,
  turns: readonly Turn[] = user.both,
  ...flags: readonly string[]
): Promise<readonly string[]> {
  return toolResultsOf((await user.talk(ABOUT_SOURCE, turns, ...flags)).at(-1) as ModelRequest);
}
