import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startAnthropicModel } from '../support/scripted-model/anthropic.ts';
import { startResponsesModel } from '../support/scripted-model/openai-responses.ts';
import { tempDir } from '../support/temp-dir.ts';
import { askAgentSdk } from './agents/agent-sdk.ts';
import { codex } from './agents/codex.ts';
import { CODEX, toExec } from './codex-settings.ts';
import { runProgram } from './host-user.ts';
import { NODE, ROOT } from './installed.ts';

const LINES = Array.from({ length: 120 }, (_, at) => `export const setting_${at} = 'what is set at place ${at}';`);
const OLD = LINES[70] as string;
const PROMPT = 'Take setting_70 out of settings.ts';

function makeProject(): { readonly cwd: string; readonly file: string } {
  const cwd = tempDir();
  const file = path.join(cwd, 'settings.ts');
  writeFileSync(file, `${LINES.join('\n')}\n`);
  return { cwd, file };
}

/** Judges the sessions recorded in this home, and returns the report. */
async function evaluated(home: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const child = spawn(NODE, [`${ROOT}test/bench/sessions/run.ts`, '--verdict', '--json'], {
    env: { PATH: process.env['PATH'], HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  return JSON.parse(out);
}

/** One session with two results: the read, and the later edit of line 71. */
const expected = (format: string): object => ({
  ...{ sessions: 1, results: 2, skipped: {} },
  cases: { cases: 1, needed: { edit: 1 } },
  by: { action: { read: { cases: 1 } }, format: { [format]: { cases: 1 } } },
});

test('a session that Claude Code recorded tells which lines of a read were edited', async () => {
  const home = tempDir();
  const { cwd, file } = makeProject();
  await using model = await startAnthropicModel([
    { tool: 'Read', input: { file_path: file } },
    { tool: 'Edit', input: { file_path: file, old_string: OLD, new_string: '// gone' } },
    { text: 'Done.' },
  ]);
  const options = { cwd, permissionMode: 'acceptEdits' };
  expect(await askAgentSdk({ model, home, prompt: PROMPT, options })).toBe('Done.');
  expect(readFileSync(file, 'utf8')).toContain('// gone');
  expect(await evaluated(home)).toMatchObject(expected('claude-code'));
});

test('a session that Codex recorded tells which lines of a read were patched', async () => {
  const home = tempDir();
  const { cwd, file } = makeProject();
  const patch = `*** Begin Patch\n*** Update File: settings.ts\n@@\n-${OLD}\n+// gone\n*** End Patch\n`;
  await using model = await startResponsesModel([
    { tool: 'exec_command', input: { cmd: 'cat settings.ts' } },
    { tool: 'apply_patch', input: patch },
    { text: 'Done.' },
  ]);
  const settings = codex.settings(home, model);
  const exec = toExec({ sandbox_mode: 'danger-full-access' });
  const env = { PATH: process.env['PATH'], HOME: home, ...settings };
  expect(await runProgram([NODE, CODEX, ...exec, PROMPT], cwd, env)).toContain('Done.');
  expect(readFileSync(file, 'utf8')).toContain('// gone');
  expect(await evaluated(home, { CODEX_HOME: settings['CODEX_HOME'] ?? home })).toMatchObject(expected('codex'));
});
