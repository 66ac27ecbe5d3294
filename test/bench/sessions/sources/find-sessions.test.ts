import { chmodSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { findSessions } from './find-sessions.ts';
import { claudeLines, claudeText, readAll, write } from './written-sessions.ts';

test('a file is read', async () => {
  const file = write(path.join(tempDir(), 'any.name'), claudeText('s', ['a', 'b']));
  const { sessions, skipped, progress } = await readAll({ paths: [file] });
  expect(sessions).toEqual([{ id: 's', format: 'claude-code', place: file, calls: ['a', 'b'] }]);
  expect(skipped).toEqual({});
  expect(progress).toEqual({ found: 1, begun: 1 });
});

test('a folder is searched for every form, and what is something else is counted', async () => {
  const folder = tempDir();
  const swe = JSON.stringify({ trajectory: [{ action: 'ls', observation: 'a' }], info: {} });
  const mini = JSON.stringify({
    info: { exit_status: 'Submitted', submission: '+a' },
    messages: [{ role: 'user', content: 'Please' }],
  });
  write(path.join(folder, 'a', 'b', 's.jsonl'), claudeText('s', ['a']));
  write(path.join(folder, 'run', 'x.traj'), swe);
  write(path.join(folder, 'run', 'x.traj.json'), mini);
  write(path.join(folder, 'package.json'), '{\n  "name": "a"\n}\n');
  write(path.join(folder, 'empty.jsonl'), '');
  write(path.join(folder, 'image.json'), new Uint8Array([0, 255, 1, 10, 254]));
  write(path.join(folder, 'read.me'), claudeText('other', ['a']));
  write(path.join(folder, 'node_modules', 's.jsonl'), claudeText('other', ['a']));
  const { sessions, skipped, examples } = await readAll({ paths: [folder] });
  expect(sessions.map(({ format, id }) => [format, path.basename(id)]).toSorted()).toEqual([
    ['claude-code', 's'],
    ['mini-swe-agent', 'x.traj.json'],
    ['swe-agent', 'x.traj'],
  ]);
  expect(skipped).toEqual({ not_a_session: 2, empty: 1 });
  expect(examples.get('empty')).toEqual([path.join(folder, 'empty.jsonl')]);
});

test('damage and a line that is being written lose nothing else', async () => {
  const folder = tempDir();
  const [first = '', ...rest] = claudeLines('cut', ['a', 'b', 'c']);
  write(path.join(folder, 'cut.jsonl'), [first, '{"type":"user","uu', ...rest, ''].join('\n'));
  write(path.join(folder, 'live.jsonl'), `${claudeText('live', ['d'])}${claudeLines('live', ['e'])[0]?.slice(0, 80)}`);
  const { sessions, skipped } = await readAll({ paths: [folder] });
  expect(sessions.map(({ id, calls }) => [id, calls.join()]).toSorted()).toEqual([
    ['cut', 'a,b,c'],
    ['live', 'd'],
  ]);
  expect(skipped).toEqual({ cut: 1 });
});

test('folders that link to each other are entered once, and an empty one holds nothing', async () => {
  const folder = tempDir();
  write(path.join(folder, 'a', 's.jsonl'), claudeText('s', ['a']));
  mkdirSync(path.join(folder, 'empty'));
  symlinkSync(folder, path.join(folder, 'a', 'loop'), 'dir');
  symlinkSync(path.join(folder, 'gone'), path.join(folder, 'gone.jsonl'));
  expect((await readAll({ paths: [folder] })).sessions).toHaveLength(1);
  expect(await readAll({ paths: [path.join(folder, 'empty')] })).toMatchObject({ sessions: [], skipped: {} });
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a file without permission is counted',
  async () => {
    const file = write(path.join(tempDir(), 's.jsonl'), claudeText('s', ['a']));
    chmodSync(file, 0);
    expect(await readAll({ paths: [file] })).toMatchObject({ sessions: [], skipped: { unreadable: 1 } });
  },
);

/** Writes sessions into a folder, newest first. */
function writeAged(sessions: Readonly<Record<string, readonly string[]>>): string {
  const folder = tempDir();
  Object.entries(sessions).forEach(([id, calls], age) => {
    const file = write(path.join(folder, `${id}.jsonl`), claudeText(id, calls));
    utimesSync(file, new Date(0), new Date((1000 - age) * 1000));
  });
  return folder;
}

test('a session that was resumed in another file is read once, as the newest file has it', async () => {
  const calls = ['a', 'b', 'c'];
  const folder = writeAged({ resumed: [...calls, 'd'], copied: calls, own: ['e'] });
  const { sessions, skipped } = await readAll({ paths: [folder] });
  expect(sessions.map(({ id, calls: read }) => [id, read.join('')])).toEqual([
    ['resumed', 'abcd'],
    ['own', 'e'],
  ]);
  expect(skipped).toEqual({ repeated: 1 });
});

test('sessions whose ids are redacted were counted as one, and their messages as repeated', async () => {
  const folder = tempDir();
  for (const name of ['x', 'y']) {
    const text = claudeText('REDACTED', [`${name}1`, `${name}2`]).replaceAll(/"uuid":"[^"]*"/g, '"uuid":"REDACTED"');
    write(path.join(folder, `${name}.jsonl`), text.replaceAll(/toolu_of_call_\w+/g, 'toolu_REDACTED'));
  }
  const { sessions, skipped } = await readAll({ paths: [folder] });
  expect(sessions.map(({ id, calls }) => [path.basename(id), calls]).toSorted()).toEqual([
    ['x.jsonl', ['x1', 'x2']],
    ['y.jsonl', ['y1', 'y2']],
  ]);
  expect(skipped).toEqual({});
});

test('a fork is read from where it leaves the session that it was copied from', async () => {
  const folder = writeAged({ first: [...'abcdefghijk'], fork: [...'abcdefghij', ...'0123456789'] });
  const { sessions, skipped } = await readAll({ paths: [folder] });
  expect(sessions.map(({ id, calls }) => [id, calls.join('')])).toEqual([
    ['first', 'abcdefghijk'],
    ['fork', '0123456789'],
  ]);
  expect(skipped).toEqual({});
});

test('since and limit leave out what is older and more', async () => {
  const folder = tempDir();
  for (const day of [1, 2, 3]) {
    const file = write(path.join(folder, `${day}.jsonl`), claudeText(`s${day}`, [`of day ${day}`]));
    utimesSync(file, new Date(0), new Date(`2026-01-0${day}T12:00:00Z`));
  }
  const ids = async (options: object) => (await readAll({ paths: [folder], ...options })).sessions.map(({ id }) => id);
  expect(await ids({})).toEqual(['s3', 's2', 's1']);
  expect(await ids({ since: new Date('2026-01-02T00:00:00Z') })).toEqual(['s3', 's2']);
  expect(await ids({ limit: 1 })).toEqual(['s3']);
});

test('a path that is not there is named', async () => {
  const missing = path.join(tempDir(), 'gone');
  await expect(readAll({ paths: [missing] })).rejects.toThrow(
    expect.objectContaining({
      code: 'sessions_not_found',
      message: `cannot read sessions of "${missing}": no such file, folder or git repository`,
    }),
  );
});

test('an abort ends it', async () => {
  const file = write(path.join(tempDir(), 's.jsonl'), claudeText('s', ['a']));
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  await expect(readAll({ paths: [file], signal: stop.signal })).rejects.toThrow('enough');
});

test('a session whose events nobody reads does not hold up the next', async () => {
  const folder = tempDir();
  for (const name of ['a', 'b']) write(path.join(folder, `${name}.jsonl`), claudeText(name, [name]));
  const ids: string[] = [];
  for await (const { id } of findSessions({ paths: [folder] })) ids.push(id);
  expect(ids.toSorted()).toEqual(['a', 'b']);
});
