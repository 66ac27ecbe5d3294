import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasSqlite, loadSqlite } from '../../../../launcher/platform/sqlite/load-sqlite.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { claudeText, readAll, write } from './written-sessions.ts';

const CODEX = [
  { type: 'session_meta', payload: { id: 'codex-1', cwd: '/p' } },
  {
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', arguments: '{"command":"ls"}', call_id: 'c' },
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');
const GEMINI = {
  sessionId: 'gemini-1',
  projectHash: 'h',
  messages: [{ id: 'm', type: 'gemini', toolCalls: [{ id: 'c', name: 'ls' }] }],
};
const PART = {
  type: 'tool',
  tool: 'read',
  callID: 'c',
  state: { status: 'completed', input: { file_path: 'a' }, output: 'x' },
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

test("every host's sessions are found where it keeps them", async () => {
  const home = tempDir();
  write(path.join(home, '.claude/projects/-p/s.jsonl'), claudeText('s', ['a']));
  write(path.join(home, '.claude/projects/-p/s/subagents/agent-1.jsonl'), claudeText('of-a-subagent', ['b']));
  write(path.join(home, '.claude/history.jsonl'), claudeText('no session', ['c']));
  write(path.join(home, '.codex/sessions/2026/01/02/rollout-1.jsonl'), CODEX);
  write(path.join(home, '.codex/archived_sessions/rollout-2.jsonl'), CODEX.replace('codex-1', 'codex-2'));
  write(path.join(home, '.codex/history.jsonl'), CODEX);
  write(path.join(home, '.gemini/tmp/h/chats/session-1.json'), json(GEMINI));
  write(path.join(home, '.gemini/tmp/h/logs.json'), '[]');
  const { sessions, skipped } = await readAll({ home });
  expect(sessions.map(({ id }) => id).toSorted()).toEqual(['codex-1', 'codex-2', 'gemini-1', 'of-a-subagent', 's']);
  expect(skipped).toEqual({});
});

test("the hosts' variables say where else they are", async () => {
  const [claude, codex, data, gemini] = [tempDir(), tempDir(), tempDir(), tempDir()];
  write(path.join(claude, 'projects/-p/s.jsonl'), claudeText('s', ['a']));
  write(path.join(codex, 'sessions/rollout-1.jsonl'), CODEX);
  writeStorage(path.join(data, 'opencode/storage'), 'ses_1');
  write(path.join(gemini, '.gemini/tmp/h/chats/session-1.json'), json(GEMINI));
  const env = { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex, XDG_DATA_HOME: data, GEMINI_CLI_HOME: gemini };
  const { sessions } = await readAll({ home: tempDir(), env });
  expect(sessions.map(({ id }) => id).toSorted()).toEqual(['codex-1', 'gemini-1', 's', 'ses_1']);
});

test('nobody has recorded anything', async () => {
  expect(await readAll({ home: tempDir() })).toMatchObject({
    sessions: [],
    skipped: {},
    progress: { found: 0, begun: 0 },
  });
});

function writeStorage(storage: string, id: string): void {
  write(path.join(storage, `session/project/${id}.json`), json({ id, directory: '/p', version: '1.0.0' }));
  write(path.join(storage, `message/${id}/msg_1.json`), json({ id: 'msg_1', role: 'assistant', sessionID: id }));
  write(path.join(storage, 'part/msg_1/prt_1.json'), json(PART));
  write(path.join(storage, 'part/msg_1/prt_2.json'), json({ type: 'text', text: 'two\nlines' }));
}

test.each([
  ['the storage', (folder: string) => writeStorage(path.join(folder, 'storage'), 'ses_1')],
  ['the storage itself', (folder: string) => writeStorage(folder, 'ses_1')],
  [
    'the storage of the oldest versions',
    (folder: string) => {
      const storage = path.join(folder, 'project/-p/storage/session');
      write(path.join(storage, 'info/ses_1.json'), json({ id: 'ses_1', version: '0.5.0' }));
      write(path.join(storage, 'message/ses_1/msg_1.json'), json({ id: 'msg_1', role: 'assistant' }));
      write(path.join(storage, 'part/ses_1/msg_1/prt_1.json'), json(PART));
    },
  ],
])('opencode: %s is read', async (_, make) => {
  const folder = tempDir();
  make(folder);
  const { sessions } = await readAll({ paths: [folder] });
  expect(sessions).toMatchObject([{ id: 'ses_1', format: 'opencode', calls: ['a'] }]);
});

test.skipIf(!hasSqlite())("opencode: newer versions' database is read, and nothing is written beside it", async () => {
  const folder = tempDir();
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path.join(folder, 'opencode.db'));
  const data = json({ role: 'assistant' });
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT, directory TEXT, version TEXT, time_updated INTEGER);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
    INSERT INTO session VALUES ('ses_1', '/p', '1.0.0', 1700000000000);
    INSERT INTO message VALUES ('msg_1', 'ses_1', 1, '${data}');
    INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_1', '${json(PART)}');
  `);
  const read = async () => (await readAll({ paths: [folder] })).sessions;
  const expected = [{ id: 'ses_1', format: 'opencode', calls: ['a'] }];
  expect(await read()).toMatchObject(expected);
  database.close();
  expect(await read()).toMatchObject(expected);
  expect(readdirSync(folder)).toEqual(['opencode.db']);
});

test('opencode: a database that cannot be read is counted', async () => {
  const folder = tempDir();
  write(path.join(folder, 'opencode.db'), 'no database');
  expect(await readAll({ paths: [folder] })).toMatchObject({ sessions: [], skipped: { unreadable: 1 } });
});

test.skipIf(process.platform === 'win32')(
  'opencode: named pipes and devices in its storage were waited for',
  async () => {
    const storage = tempDir();
    for (const id of ['ses_1', 'ses_2', 'ses_3']) writeStorage(storage, id);
    pipe(path.join(storage, 'session/project/ses_2.json'));
    pipe(path.join(storage, 'message/ses_3/msg_1.json'));
    rmSync(path.join(storage, 'part/msg_1/prt_2.json'));
    symlinkSync('/dev/zero', path.join(storage, 'part/msg_1/prt_2.json'));
    const { sessions, skipped } = await readAll({ paths: [storage] });
    expect(sessions).toMatchObject([{ id: 'ses_1', calls: ['a'] }]);
    expect(skipped).toEqual({ unreadable: 1, cut: 1 });
  },
);

function pipe(place: string): void {
  rmSync(place, { force: true });
  execFileSync('mkfifo', [place]);
}

test.skipIf(!hasSqlite())('opencode: reading a database that is in use changed the file beside it', async () => {
  const [used, folder] = [tempDir(), tempDir()];
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path.join(used, 'opencode.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE session (id TEXT, directory TEXT, version TEXT, time_updated)',
  );
  // Connections of the same process share that file, so read a copy.
  for (const name of readdirSync(used)) copyFileSync(path.join(used, name), path.join(folder, name));
  database.close();
  const state = (): readonly unknown[] =>
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]);
  const before = state();
  expect(await readAll({ paths: [folder] })).toMatchObject({ sessions: [], skipped: {} });
  expect(before).toHaveLength(3);
  expect(state()).toEqual(before);
});

test.skipIf(!hasSqlite())('opencode: a database that was left in use got a file beside it', async () => {
  const folder = tempDir();
  write(path.join(folder, 'opencode.db'), 'SQLite format 3\0');
  write(path.join(folder, 'opencode.db-wal'), 'left');
  expect(await readAll({ paths: [folder] })).toMatchObject({ sessions: [], skipped: { unreadable: 1 } });
  expect(readdirSync(folder)).toEqual(['opencode.db', 'opencode.db-wal']);
});
