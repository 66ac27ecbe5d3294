import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recentFindings } from '../../../launcher/cli/recent-findings.ts';
import { codexHook } from '../../../launcher/hosts/codex/host.ts';
import { openSavings } from '../../../launcher/savings/open-savings.ts';
import { ledgerSessionId } from '../../../launcher/savings/session-id.ts';
import { findPlaces } from '../../../launcher/setup/find-places.ts';
import { findSetups } from '../../../launcher/setup/find-setups.ts';
import { hookNotice } from '../../../src/text/hook-notice.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type CodexSession, codexSession } from '../hosts/codex/codex-session.ts';

const LONG = 'a line of the file\n'.repeat(300);
const LAUNCH = { command: 'mcp-pruner', args: [], env: {} };

/** Creates a user of Codex whose hooks were set up an hour ago. */
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
  const server = `[mcp_servers.pruner]\ncommand = "mcp-pruner"\nenv = { MCP_PRUNER_HOOKS = "${mode}" }\n`;
  write('.codex/config.toml', server);
  write('.codex/hooks.json', JSON.stringify({ hooks: { PostToolUse: [codexHook('pruner')] } }));
  const sessions = path.join(home, '.codex/sessions');
  const session = (name = 'one'): CodexSession => {
    const folder = path.join(sessions, name);
    mkdirSync(folder, { recursive: true });
    return codexSession(folder, 'rollout-1');
  };
  const env = { HOME: home, MCP_PRUNER_HOME: path.join(home, 'ours') };
  const found = async (): Promise<readonly object[]> => {
    const places = findPlaces(env, home);
    if (places === undefined) throw new Error('no home');
    const setups = await findSetups(places, LAUNCH, 'pruner');
    return await recentFindings({ setups, places, env, cwd: home, signal: new AbortController().signal });
  };
  return { session, found, write, home };
}

/** A command, and what it printed. */
function printed(session: CodexSession, id: string, text: string): void {
  session.called(id, 'cat a');
  session.exited(id, 0);
  session.gave(id, text);
}

test('hooks that never ran are told, with what to do', async () => {
  const { session, found } = user();
  expect(await found()).toEqual([]);
  for (const name of ['one', 'two']) {
    const one = session(name);
    printed(one, 'c1', LONG);
    printed(one, 'c2', 'short');
  }
  expect(await found()).toEqual([
    {
      ...{ host: 'codex', fix: 'enter /hooks in Codex, and trust the one of mcp-pruner' },
      message: 'Codex: of 2 long results in the last 2 sessions mcp-pruner saw none, because its hooks never ran',
    },
  ]);
});

test('of hooks that ran it is told how much was shortened', async () => {
  const { session, found } = user();
  const one = session();
  const ref = 'ax://read/0123456789abcdef0123456789abcdef';
  printed(one, 'c1', `a line\n${hookNotice({ question: 'I look.', ref, firstLine: 1 })}`);
  printed(one, 'c2', LONG);
  const message = 'Codex: of 2 long results in the last session 1 was shortened; hooks ran in each';
  expect(await found()).toEqual([{ host: 'codex', message, fix: undefined }]);
});

test('a session whose only result passed is told with the reason, and not as one in which hooks never ran', async () => {
  const { session, found, home } = user();
  const one = session();
  printed(one, 'c1', LONG);
  const store = await openSavings(path.join(home, 'ours'), () => {});
  const whole = { day: '2026-11-20', session: ledgerSessionId(one.file) };
  await store.add({ savings: [], whole: [{ ...whole, reason: 'review' }] });
  store.close();
  const message =
    'Codex: of 1 long result in the last session 0 were shortened; hooks ran in each; whole: 1 because the agent reviews, so any line may matter';
  expect(await found()).toEqual([{ host: 'codex', message, fix: undefined }]);
});

test('hooks that are off, and sessions from before they were put in, are no matter', async () => {
  for (const one of [user('off'), user()]) {
    const session = one.session();
    printed(session, 'c1', LONG);
    const yesterday = Date.now() / 1000 - 24 * 3600;
    utimesSync(session.file, yesterday, yesterday);
    expect(await one.found()).toEqual([]);
  }
});

test('what the plugin inside Claude Code has counted is told', async () => {
  const { found, write } = user('off');
  write('.claude.json', JSON.stringify({ mcpServers: { pruner: LAUNCH } }));
  const counts = { results: 3, shortened: 1, saved: 900, wouldSave: 0, whole: { review: 2 } };
  write(
    '.claude/plugins/store/mcp-pruner_mcp-pruner-1.json',
    JSON.stringify({ 'session a': counts, 'session b': counts }),
  );
  write('.claude/plugins/store/mcp-pruner_inline-2.json', '{"session c":');
  const message =
    'Claude Code: of 6 long results in 2 sessions 2 were shortened or would have been, 1800 tokens saved; whole: 4 because the agent reviews, so any line may matter';
  expect(await found()).toEqual([{ host: 'claude-code', message }]);
});
