import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readHookNotice } from '../../../../src/text/hook-notice.ts';
import { built } from '../../../runtime/built.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { copilotSession } from '../../hosts/copilot/copilot-session.ts';
import { LONG } from '../claude-session.ts';
import { listening } from '../listening.ts';

/** Creates a machine without a server, and a session of GitHub Copilot on it. */
function machine() {
  const home = tempDir();
  const session = copilotSession(path.join(home, '.copilot', 'session-state'));
  session.asked('Mend update_refund: the refund is applied twice');
  const file = path.join(home, 'shop.ts');
  writeFileSync(file, LONG);
  let calls = 0;
  /** Records a call and runs the hook. Returns what the model gets, or undefined for the unchanged result. */
  const call = async (toolName: string, toolArgs: object, output: string, more: Record<string, string> = {}) => {
    const id = `call-${++calls}`;
    session.called('I look at how a refund is updated.', id, toolName, toolArgs);
    const toolResult = { resultType: 'success', textResultForLlm: output };
    const input = { sessionId: session.id, timestamp: calls, cwd: home, toolName, toolArgs, toolResult };
    const settings = {
      MCP_PRUNER_HOOKS: 'on',
      MCP_PRUNER_HOOK_CUTS: 'more',
      MCP_PRUNER_HOOK_TIMEOUT_MS: '60000',
      MCP_PRUNER_LOG: 'error',
    };
    const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home, ...settings, ...more };
    const child = spawn(NODE, [built('bin'), 'hook', 'copilot', '--alone'], { cwd: home, env });
    child.stdin.end(JSON.stringify(input));
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [printed, said, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    expect({ said, code }).toEqual({ said: '', code: 0 });
    const answer =
      printed === '' ? undefined : (JSON.parse(printed) as { modifiedResult: { textResultForLlm: string } });
    const shown = answer?.modifiedResult.textResultForLlm;
    session.gave(id, shown ?? output);
    return shown;
  };
  const bash = (command: string, output: string, more?: Record<string, string>) =>
    call('bash', { command }, `${output}\n<shellId: 1 completed with exit code 0>`, more);
  return { home, file, call, bash };
}

const KEPT = /^mcp-pruner-/;

test('without a server a view is shortened, and names its file, whose lines then come whole', async () => {
  const { home, file, call } = machine();
  const shown = (await call('view', { path: file }, LONG)) ?? '';
  expect(shown).toContain('export function update_refund');
  expect(shown.length).toBeLessThan(LONG.length / 2);
  expect(shown).toContain(
    'need: "I look at how a refund is updated.". A line "*" in .mcp-prunerignore switches this off. All of it: file "',
  );
  expect(readHookNotice(shown)).toBe(file);
  const lines = LONG.split('\n').slice(99, 400).join('\n');
  expect(await call('view', { path: file, view_range: [100, 400] }, lines)).toBeUndefined();
  expect(readdirSync(home).filter((name) => KEPT.test(name))).toEqual([]);
});

test('a range of a file that was asked for comes whole', async () => {
  const { file, call } = machine();
  const lines = LONG.split('\n').slice(9).join('\n');
  expect(await call('view', { path: file, view_range: [10, -1] }, lines)).toBeUndefined();
});

test('the whole of an output is in a file, which the agent’s own tools show whole', async () => {
  const { home, bash, call } = machine();
  const shown = (await bash('node show.js', LONG)) ?? '';
  expect(shown).toContain('export function update_refund');
  expect(shown).toMatch(/\]\n<shellId: 1 completed with exit code 0>$/);
  const kept = readHookNotice(shown) ?? '';
  expect(path.dirname(path.dirname(kept))).toBe(home);
  expect(readFileSync(kept, 'utf8')).toBe(LONG);
  expect(await bash(`sed -n 1,600p ${kept}`, LONG)).toBeUndefined();
  expect(await call('view', { path: kept }, LONG)).toBeUndefined();
  expect(await call('grep', { pattern: 'refund', path: kept }, LONG)).toBeUndefined();
});

test('secrets are taken out of what is kept, if that is wanted', async () => {
  const { bash } = machine();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const shown = await bash('node show.js', `${LONG}// ${secret}\n`, { ARTIFACT_REDACT: 'on' });
  const kept = readFileSync(readHookNotice(shown ?? '') ?? '', 'utf8');
  expect(kept).toContain('update_wishlist');
  expect(kept).not.toContain(secret);
});

test('a result passes if its whole cannot be kept, if it is only measured, and in a session without a record', async () => {
  const { file, bash } = machine();
  expect(await bash('x', LONG, { TMPDIR: file })).toBeUndefined();
  expect(await bash('y', LONG, { MCP_PRUNER_HOOKS: 'shadow' })).toBeUndefined();
  const without = { COPILOT_HOME: path.join(path.dirname(file), 'other'), MCP_PRUNER_HOOK_TIMEOUT_MS: '10' };
  expect(await bash('z', LONG, without)).toBeUndefined();
});

test('a server that runs answers, also that the result passes', async () => {
  const { home, file, call } = machine();
  let asked = 0;
  const answer = async () => ({ modifiedResult: { textResultForLlm: `${++asked}` } });
  const { close } = await listening(home, { client: 'copilot-cli', answer });
  expect(await call('view', { path: file }, LONG, { MCP_PRUNER_HOME: home })).toBe('1');
  await close();
  await listening(home, { client: 'copilot-cli', answer: async () => undefined });
  expect(await call('view', { path: file }, LONG, { MCP_PRUNER_HOME: home })).toBeUndefined();
});
