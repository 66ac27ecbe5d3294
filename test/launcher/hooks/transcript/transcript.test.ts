import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTranscripts, openTranscript } from '../../../../launcher/hooks/transcript/transcript.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { aboutRefunds, FILE } from '../claude-session.ts';

test('what was said for a call, and what the session is about, is read from its record', async () => {
  const session = aboutRefunds(tempDir());
  const known = await openTranscript(session.file).catchUp();
  expect(known.questionOf('call-2')?.question).toBe('I look at how a refund is updated.');
  expect(known.questionOf('call-9')).toBeUndefined();
  expect(known.contextOf(undefined).results).toBe(1);
  expect(known.contextOf(undefined).linesNamed('src/checkout.ts')).toEqual([40]);
});

test('the model’s requests are counted by its answers, whatever stands between their lines', async () => {
  const session = aboutRefunds(tempDir());
  const transcript = openTranscript(session.file);
  const before = await transcript.catchUp();
  expect(['call-1', 'call-2', 'call-9'].map(before.requestOf)).toEqual([1, 2, 3]);
  session.gave('call-2', 'x');
  session.called('call-3', 'Bash', { command: 'npm test' });
  session.called('call-4', 'Bash', { command: 'npm run lint' });
  const known = await transcript.catchUp();
  expect(['call-3', 'call-4', 'call-9'].map(known.requestOf)).toEqual([3, 3, 4]);
  expect([before.resets, known.resets]).toEqual([0, 0]);
  session.compacted('It was about refunds.');
  expect((await transcript.catchUp()).resets).toBe(1);
});

test('a session that goes on is read from where it was left', async () => {
  const session = aboutRefunds(tempDir());
  const transcript = openTranscript(session.file);
  await transcript.catchUp();
  // Overwrites everything that was read except its end, so that reading it again would fail.
  const { length } = readFileSync(session.file);
  const last = readFileSync(session.file).subarray(-256);
  writeFileSync(session.file, Buffer.concat([Buffer.alloc(length - last.length, ' '), last]));
  session.gave('call-2', 'x');
  session.called('call-3', 'Bash', { command: 'npm test', description: 'Run the tests of the shop' });
  const known = await transcript.catchUp();
  expect(known.contextOf(undefined).results).toBe(2);
  expect(known.contextOf(undefined).reads(FILE)).toBe(1);
  expect(known.questionOf('call-3')?.question).toBe('Run the tests of the shop');
});

test('a line that is still being written is read once it ends', async () => {
  const session = aboutRefunds(tempDir());
  const transcript = openTranscript(session.file);
  const entry = JSON.stringify({
    ...{ type: 'user', uuid: 'late', sessionId: 'session' },
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call-2', content: 'given' }] },
  });
  appendFileSync(session.file, entry.slice(0, 60));
  expect((await transcript.catchUp()).contextOf(undefined).results).toBe(1);
  appendFileSync(session.file, `${entry.slice(60)}\n`);
  expect((await transcript.catchUp()).contextOf(undefined).results).toBe(2);
});

test('a record that was cut, or replaced by another, is read from its beginning', async () => {
  const folder = tempDir();
  const session = aboutRefunds(folder);
  const transcript = openTranscript(session.file);
  session.gave('call-2', 'x');
  expect((await transcript.catchUp()).contextOf(undefined).results).toBe(2);
  rmSync(session.file);
  aboutRefunds(folder);
  expect((await transcript.catchUp()).contextOf(undefined).results).toBe(1);
});

test('a record that was rewritten in place, and has grown since, is read from its beginning', async () => {
  const folder = tempDir();
  const session = aboutRefunds(folder);
  const transcript = openTranscript(session.file);
  session.gave('call-2', 'x');
  await transcript.catchUp();
  // Claude Code removes a message from the middle of the file, and continues.
  const lines = readFileSync(session.file, 'utf8').split('\n');
  writeFileSync(session.file, lines.toSpliced(2, 1).join('\n'));
  session.said('Something else. '.repeat(40));
  session.called('call-3', 'Bash', { command: 'npm test', description: 'Run the tests' });
  const known = await transcript.catchUp();
  expect(known.contextOf(undefined).results).toBe(1);
  expect(known.questionOf('call-3')?.question).toContain('Something else.');
  expect(known.questionOf('call-2')?.question).toBe('I look at how a refund is updated.');
});

test('a record that is not there is told, and read once it is', async () => {
  const folder = tempDir();
  const transcript = openTranscript(path.join(folder, 'session.jsonl'));
  await expect(transcript.catchUp()).rejects.toThrow('ENOENT');
  aboutRefunds(folder);
  expect((await transcript.catchUp()).contextOf(undefined).results).toBe(1);
});

test('calls side by side read nothing twice', async () => {
  const transcript = openTranscript(aboutRefunds(tempDir()).file);
  const known = await Promise.all([1, 2, 3].map(() => transcript.catchUp()));
  expect(known.map(({ contextOf }) => contextOf(undefined).results)).toEqual([1, 1, 1]);
});

test('of many sessions those that go on are remembered', async () => {
  const folder = tempDir();
  const transcripts = createTranscripts();
  const first = transcripts(path.join(folder, '0'));
  for (let at = 1; at <= 7; at++) transcripts(path.join(folder, String(at)));
  expect(transcripts(path.join(folder, '0'))).toBe(first);
  const second = transcripts(path.join(folder, '1'));
  for (let at = 8; at <= 15; at++) transcripts(path.join(folder, String(at)));
  expect(transcripts(path.join(folder, '1'))).not.toBe(second);
});

test('what is no regular file is not read: a pipe never answers, and a device never ends', async () => {
  for (const file of ['/dev/zero', tempDir()]) {
    await expect(openTranscript(file).catchUp()).rejects.toThrow(
      `cannot read the session "${file}": expected a regular file`,
    );
  }
});
