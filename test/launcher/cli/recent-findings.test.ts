import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recentFindings } from '../../../launcher/cli/recent-findings.ts';
import { claudeHooks } from '../../../launcher/hosts/claude-code/host.ts';
import { codexHook } from '../../../launcher/hosts/codex/host.ts';
import { openSavings } from '../../../launcher/savings/open-savings.ts';
import { ledgerSessionId } from '../../../launcher/savings/session-id.ts';
import { findPlaces } from '../../../launcher/setup/find-places.ts';
import { findSetups } from '../../../launcher/setup/find-setups.ts';
import { hookNotice } from '../../../src/text/hook-notice.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { claudeSession } from '../hooks/claude-session.ts';

const LONG = 'a line of the file\n'.repeat(300);
const LAUNCH = { command: 'mcp-pruner', args: [], env: {} };

/** Creates a user whose hooks were set up an hour ago. */
function user(mode = 'on') {
  const home = tempDir();
  const write = (name: string, text: string): string => {
    const file = path.join(home, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(file, hourAgo, hourAgo);
    return file;
  };
  write('.claude.json', JSON.stringify({ mcpServers: { pruner: { ...LAUNCH, env: { MCP_PRUNER_HOOKS: mode } } } }));
  write('.claude/settings.json', JSON.stringify({ hooks: claudeHooks('pruner') }));
  const projects = path.join(home, '.claude/projects/shop');
  mkdirSync(projects, { recursive: true });
  const env = { HOME: home, MCP_PRUNER_HOME: path.join(home, 'ours') };
  const found = async (): Promise<readonly object[]> => {
    const places = findPlaces(env, home);
    if (places === undefined) throw new Error('no home');
    const setups = await findSetups(places, LAUNCH, 'pruner');
    return await recentFindings({ setups, places, env, cwd: home, signal: new AbortController().signal });
  };
  return { projects, found, write, home };
}

test('hooks that never ran are told, with what to do', async () => {
  const { projects, found, write } = user();
  expect(await found()).toEqual([]);
  for (const name of ['one', 'two']) {
    const session = claudeSession(projects, name);
    session.called('c1', 'Read', { file_path: 'a.ts' });
    session.gave('c1', LONG);
    session.called('c2', 'Bash', { command: 'true' });
    session.gave('c2', 'short');
    session.called('c3', 'mcp__pruner__artifact', { ref: 'ax://read/1' });
    session.gave('c3', LONG);
  }
  const message =
    'Claude Code: of 2 long results in the last 2 sessions mcp-pruner saw none, because its hooks never ran';
  expect(await found()).toEqual([{ host: 'claude-code', message, fix: 'restart Claude Code' }]);

  const config = '[mcp_servers.pruner]\ncommand = "mcp-pruner"\nenv = { MCP_PRUNER_HOOKS = "on" }\n';
  write('.codex/config.toml', config);
  write('.codex/hooks.json', JSON.stringify({ hooks: { PostToolUse: [codexHook('pruner')] } }));
  const output = { type: 'function_call_output', call_id: 'c1', output: LONG };
  const call = { type: 'function_call', name: 'exec_command', call_id: 'c1', arguments: '{"cmd":"cat a"}' };
  const entries = [{ type: 'session_meta', payload: { id: 's', cwd: '/' } }, call, output].map((one) =>
    JSON.stringify('payload' in one ? one : { type: 'response_item', payload: one }),
  );
  const rollout = path.join(projects, '../../../.codex/sessions/rollout-1.jsonl');
  mkdirSync(path.dirname(rollout), { recursive: true });
  writeFileSync(rollout, `${entries.join('\n')}\n`);
  expect(await found()).toContainEqual({
    host: 'codex',
    message: 'Codex: of 1 long result in the last session mcp-pruner saw none, because its hooks never ran',
    fix: 'enter /hooks in Codex, and trust the one of mcp-pruner',
  });
});

test('results that no hook of ours hears of do not say that hooks never ran', async () => {
  const { projects, found } = user();
  const session = claudeSession(projects);
  const given = [
    ['Agent', { prompt: 'Find the depot' }],
    ['Edit', { file_path: 'a.ts' }],
  ] as const;
  for (const [tool, args] of given) {
    session.called(tool, tool, args);
    session.gave(tool, LONG);
  }
  session.called('c1', 'Bash', { command: 'npm test' });
  session.gave('c1', LONG, { is_error: true });
  expect(await found()).toEqual([]);
});

test('of hooks that ran it is told how much was shortened', async () => {
  const { projects, found } = user();
  const session = claudeSession(projects);
  session.called('c1', 'Read', { file_path: 'a.ts' });
  const ref = 'ax://read/0123456789abcdef0123456789abcdef';
  session.gave('c1', `1\ta line\n${hookNotice({ question: 'I look.', ref, firstLine: 1 })}`);
  session.called('c2', 'Read', { file_path: 'b.ts' });
  session.gave('c2', LONG);
  const message = 'Claude Code: of 2 long results in the last session 1 was shortened; hooks ran in each';
  expect(await found()).toEqual([{ host: 'claude-code', message, fix: undefined }]);
});

test('a session whose only result passed is told with the reason, and not as one in which hooks never ran', async () => {
  const { projects, found, home } = user();
  const session = claudeSession(projects);
  session.called('c1', 'Read', { file_path: 'b.ts' });
  session.gave('c1', LONG);
  const store = await openSavings(path.join(home, 'ours'), () => {});
  const whole = { day: '2026-11-20', session: ledgerSessionId(session.file) };
  await store.add({ savings: [], whole: [{ ...whole, reason: 'review' }] });
  store.close();
  const message =
    'Claude Code: of 1 long result in the last session 0 were shortened; hooks ran in each; whole: 1 because the agent reviews, so any line may matter';
  expect(await found()).toEqual([{ host: 'claude-code', message, fix: undefined }]);
});

test('a file that is long only with its line numbers is no long result', async () => {
  const { projects, found } = user();
  const session = claudeSession(projects);
  session.called('c1', 'Read', { file_path: 'b.ts' });
  session.gave('c1', Array.from({ length: 300 }, (_, at) => `${at + 1}\ta line\n`).join(''));
  expect(await found()).toEqual([]);
});

test('hooks that are off, and sessions from before they were put in, are no matter', async () => {
  for (const one of [user('off'), user()]) {
    const session = claudeSession(one.projects);
    session.called('c1', 'Read', { file_path: 'a.ts' });
    session.gave('c1', LONG);
    const yesterday = Date.now() / 1000 - 24 * 3600;
    utimesSync(session.file, yesterday, yesterday);
    expect(await one.found()).toEqual([]);
  }
});
