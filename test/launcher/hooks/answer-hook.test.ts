import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answerHook, type HookOptions } from '../../../launcher/hooks/answer-hook.ts';
import { answerHost } from '../../../launcher/hooks/answer-host.ts';
import { readProjectIgnore } from '../../../launcher/hooks/project-ignore.ts';
import { toSessionCall } from '../../../launcher/hooks/session-call.ts';
import { createHooks } from '../../../launcher/hosts/claude-code/hook-calls.ts';
import { systemTimers, type Timers } from '../../../launcher/platform/timers.ts';
import type { GivenRecord } from '../../../launcher/savings/ledger-record.ts';
import { parseArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import { readMarker } from '../../../src/text/gap-marker.ts';
import type { Fields } from '../../../src/transcripts/fields.ts';
import { createGlobs } from '../../../src/unasked/glob.ts';
import { createLeftOutLines } from '../../../src/unasked/left-out-lines.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { endedCommand } from '../hosts/codex/codex-session.ts';
import { aboutRefunds, FILE, type HookInput, LONG, readCall } from './claude-session.ts';
import { realHook } from './real-hook.ts';
import { toSampleCall } from './sample-call.ts';

const atOnce: Timers['after'] = (_, run) => {
  run();
  return () => {};
};

interface Told {
  readonly events: string[];
  readonly records: GivenRecord[];
  /** First line numbers that the host was told to show. */
  readonly starts: number[];
}

/** Creates a hook with real parts and no time limit. */
function hook(more: Partial<HookOptions> = {}) {
  const { options, artifacts, events, records } = realHook(more);
  const told: Told = { events, records, starts: [] };
  const ask = async (input: Fields): Promise<string | undefined> => {
    const call = toSampleCall(input);
    if (call === undefined) throw new Error('no call');
    const known = toSessionCall(call, 'claude-code', createHooks(), options.reported);
    const answer = (await answerHook(known, options)) as
      | {
          hookSpecificOutput: { updatedToolOutput: { stdout?: string; file?: { content: string; startLine: number } } };
        }
      | undefined;
    const updated = answer?.hookSpecificOutput.updatedToolOutput;
    if (updated?.file !== undefined) told.starts.push(updated.file.startLine);
    return updated?.stdout ?? updated?.file?.content;
  };
  const kept = async (ref: string): Promise<string> => {
    const named = parseArtifactRef(ref);
    return new TextDecoder().decode(named && (await artifacts.read(named)));
  };
  return { ask, kept, artifacts, ...told };
}

test('a file that is read shows what the session is about, why the rest is missing, and where it is', async () => {
  const { ask, kept, events, records } = hook();
  const shown = (await ask(readCall(aboutRefunds(tempDir())))) ?? '';
  expect(shown).toContain('export function update_refund');
  expect(shown).not.toContain('export function update_wishlist');
  expect(shown.length).toBeLessThan(LONG.length / 2);
  const [, said, ref = ''] =
    /"(.*)"\. Line numbers below a gap are too low\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="(ax:[^"]+)"\]$/.exec(
      shown,
    ) ?? [];
  expect(said).toBe('I look at how a refund is updated.');
  expect(await kept(ref)).toBe(LONG);
  expect(events).toContain('hook.shortened');
  expect(records).toEqual([
    expect.objectContaining({ tool: 'Read', raw: LONG, shown, shortened: true, shadow: false, asked: false }),
  ]);
});

test('the ledger is told in which request of which session a result stands, and no path', async () => {
  const folder = tempDir();
  const { ask, records } = hook();
  await ask(readCall(aboutRefunds(folder)));
  await ask(readCall(aboutRefunds(folder, 'other')));
  const places = records.map((record) => (record.kind === 'call' ? record.session : undefined));
  expect(places).toEqual([1, 2].map(() => ({ id: expect.stringMatching(/^[\w-]{22}$/), request: 2, resets: 0 })));
  expect(places[0]?.id).not.toBe(places[1]?.id);
});

test('every line shown is one of the file, with the number that its place says', async () => {
  const { ask } = hook();
  const shown = ((await ask(readCall(aboutRefunds(tempDir())))) ?? '').split('\n').slice(0, -1);
  const lines = LONG.split('\n');
  let next = 1;
  for (const line of shown) {
    const marker = readMarker(line);
    if (marker?.kind === 'filtered') {
      expect(marker.first).toBe(next);
      next = marker.last + 1;
      for (const entry of marker.outline) expect(lines[entry.first - 1]).toContain(`function ${entry.name}(`);
    } else expect(line).toBe(lines[next++ - 1]);
  }
});

test('what was shown already, and is there still, is named', async () => {
  const folder = tempDir();
  const session = aboutRefunds(folder);
  session.gave(
    'call-2',
    LONG.split('\n')
      .map((line, at) => `${at + 1}\t${line}`)
      .join('\n'),
  );
  session.called('call-3', 'Read', { file_path: FILE });
  const { ask } = hook();
  expect(await ask(readCall(session))).toMatch(/^\(lines 1-1\d\d\d as in the read of .*shop\.ts above\)\n\[mcp-pruner/);
  session.compacted('The refund is to be mended.');
  session.called('call-4', 'Read', { file_path: FILE });
  expect(await ask({ ...readCall(session), tool_use_id: 'call-4' })).not.toContain(' above)');
});

test.each([
  ['is empty', ''],
  ['is half written', '{"type":"user","uuid":"1","mess'],
  ['is in a format that is not known', '{"kind":"turn","words":"Mend update_refund"}\n'.repeat(60)],
])('a session whose record %s tells nothing, so the result passes', async (_, record) => {
  const file = path.join(tempDir(), 'session.jsonl');
  writeFileSync(file, record);
  const { ask, records, events } = hook();
  expect(await ask(readCall({ file }))).toBeUndefined();
  expect([records, events]).toEqual([[expect.objectContaining({ kind: 'whole', reason: 'unclear' })], []]);
});

test('a call that two hooks ask for at the same time is answered alike, and counted once', async () => {
  const { ask, records } = hook();
  const call = readCall(aboutRefunds(tempDir()));
  const [one, other] = await Promise.all([ask(call), ask(call)]);
  expect(one).toContain('[mcp-pruner left out');
  expect(other).toBe(one);
  expect(records).toHaveLength(1);
});

test.each([
  ['mode on', { mode: 'on' }, 1],
  ['shadow mode', { mode: 'shadow', leftOut: createLeftOutLines() }, 1],
] as const)(
  'a result that two hooks ask about one after the other is answered alike, and counted once, in %s',
  async (_, more, count) => {
    const { ask, records } = hook(more);
    const call = readCall(aboutRefunds(tempDir()));
    const one = await ask(call);
    expect(await ask(call)).toBe(one);
    expect(one === undefined).toBe(more.mode === 'shadow');
    expect(records.map(({ kind }) => kind)).toEqual(Array(count).fill('call'));
  },
);

test('what two servers record of one result has one name, and that of another text another', async () => {
  const call = readCall(aboutRefunds(tempDir()));
  const [one, other] = [hook(), hook()];
  for (const { ask } of [one, other]) await ask(call);
  await one.ask({ ...call, tool_response: call.tool_response.replace('update_refund', 'update_bill') });
  const names = [...one.records, ...other.records].map((record) => record.kind === 'call' && record.result);
  expect(names[0]).toMatch(/^[\w+/=]{44}$/);
  expect(names).toEqual([names[0], expect.not.stringContaining(String(names[0])), names[0]]);
});

test.each([
  ['another hook may replace it', 'other_hook', { hasOtherHook: true }, {}],
  ['it is named in an ignore list', 'ignored', {}, { isIgnored: () => true }],
  ['its hook is late', 'late', {}, { timers: { ...systemTimers, after: atOnce } }],
] as const)(
  'a result that passes as %s is counted with its reason, and its session',
  async (_, reason, more, given) => {
    const { options, records } = realHook(given);
    const session = aboutRefunds(tempDir());
    const call = toSampleCall(readCall(session));
    if (call === undefined) throw new Error('no call');
    const known = toSessionCall({ ...call, ...more }, 'claude-code', createHooks(), options.reported);
    expect(await answerHook(known, options)).toBeUndefined();
    expect(records.filter(({ kind }) => kind === 'whole')).toEqual([
      { kind: 'whole', reason, session: expect.stringMatching(/^[\w-]{22}$/), result: expect.any(String) },
    ]);
  },
);

test('a link to instructions is given whole, like the instructions', async () => {
  const folder = tempDir();
  const [notes, shop] = ['notes.md', 'shop.ts'].map((name) => path.join(folder, name));
  writeFileSync(path.join(folder, 'AGENTS.md'), LONG);
  symlinkSync('AGENTS.md', notes ?? '');
  writeFileSync(shop ?? '', LONG);
  const session = aboutRefunds(folder);
  const { ask } = hook();
  expect(await ask(readCall(session, LONG, shop))).toBeDefined();
  expect(await ask(readCall(session, LONG, notes))).toBeUndefined();
});

test('an output with markers of ours passes, also if they stand behind the part that the host shows', async () => {
  const folder = tempDir();
  const session = aboutRefunds(folder);
  const whole = `${LONG}(filtered 30 lines: 4-33)\n${LONG}`;
  const persistedOutputPath = path.join(folder, 'output.txt');
  writeFileSync(persistedOutputPath, whole);
  const shown = { stdout: whole.slice(0, 30_000), stderr: '', interrupted: false, isImage: false };
  const tool_response = JSON.stringify({ ...shown, persistedOutputPath });
  const { ask } = hook();
  expect(await ask({ ...readCall(session), tool_name: 'Bash', tool_response })).toBeUndefined();
});

test('lines that were left out, and are asked for again, are given whole', async () => {
  const session = aboutRefunds(tempDir());
  const { ask, records } = hook();
  session.gave('call-2', (await ask(readCall(session))) ?? '');
  session.said('I look at what was left out.');
  const part = LONG.split('\n').slice(46, 379).join('\n');
  const read = (file: string, limit: number): HookInput => {
    const call = readCall(session, part, file);
    return { ...call, tool_input: JSON.stringify({ file_path: file, offset: 1, limit }) };
  };
  expect(await ask(read(FILE, 333))).toBeUndefined();
  expect(records.at(-2)).toMatchObject({ raw: part, shown: part, shortened: false });
  expect(records.at(-1)).toMatchObject({ kind: 'whole', reason: 'range' });
  expect(await ask(readCall(session, part, '/home/ann/shop/src/other.ts'))).toBeDefined();
  const output = JSON.stringify({ stdout: part, stderr: '', interrupted: false, isImage: false });
  const bash = { ...readCall(session), tool_name: 'Bash', tool_response: output };
  const command = (line: string): string => JSON.stringify({ command: line });
  expect(await ask({ ...bash, tool_input: command("sed -n '47,379p' src/shop.ts") })).toBeUndefined();
  expect(await ask({ ...bash, tool_input: command('cat src/other.ts') })).toBeDefined();
});

test('a file that is read whole a second time comes whole, and says so', async () => {
  const session = aboutRefunds(tempDir());
  const { ask, records, starts } = hook();
  session.gave('call-2', (await ask(readCall(session))) ?? '');
  session.called('call-3', 'Read', { file_path: FILE });
  const notice = '[mcp-pruner left out nothing this time: parts of this file were left out before]';
  expect(await ask({ ...readCall(session), tool_use_id: 'call-3' })).toBe(`${LONG.trimEnd()}\n${notice}`);
  expect(starts.at(-1)).toBe(1);
  expect(records.at(-2)).toMatchObject({ raw: LONG, shown: LONG, shortened: false });
  expect(records.at(-1)).toMatchObject({ kind: 'whole', reason: 'again' });
});

test('nothing is said of a file that was shortened before the session was resumed or compacted', async () => {
  const session = aboutRefunds(tempDir());
  const first = hook();
  session.gave('call-2', (await first.ask(readCall(session))) ?? '');
  session.called('call-3', 'Read', { file_path: FILE });
  const again = { ...readCall(session), tool_use_id: 'call-3' };
  const resumed = hook();
  expect(await resumed.ask(again)).toBeUndefined();
  expect(resumed.records.at(-1)).toMatchObject({ kind: 'whole', reason: 'again' });
  expect(await first.ask(again)).toContain('parts of this file were left out before');
  session.compacted('The refund is applied twice in update_refund.');
  session.called('call-4', 'Read', { file_path: FILE });
  expect(await first.ask({ ...again, tool_use_id: 'call-4' })).toBeUndefined();
});

test('a project that says so is left alone, from then on and as long as it says so', async () => {
  const folder = tempDir();
  const { options } = realHook({ project: () => readProjectIgnore(folder) });
  const answered = async (): Promise<boolean> => {
    return (await answerHost('codex', endedCommand(tempDir()), options)) !== undefined;
  };
  expect(await answered()).toBe(true);
  for (const line of ['*', '**/shop.ts', 'shop.ts']) {
    writeFileSync(path.join(folder, '.mcp-prunerignore'), line);
    expect(await answered(), line).toBe(false);
  }
  rmSync(path.join(folder, '.mcp-prunerignore'));
  expect(await answered()).toBe(true);
});

test('the first lines shown have their own numbers, whatever markers stand before them', async () => {
  const session = aboutRefunds(tempDir());
  const lines = LONG.split('\n');
  const numbered = lines.slice(0, 40).map((line, at) => `${at + 1}\t${line}`);
  session.gave('call-2', numbered.join('\n'));
  session.said('I look at how a refund is updated.');
  session.called('call-3', 'Read', { file_path: FILE });
  const { ask, starts } = hook();
  const shown = ((await ask(readCall(session))) ?? '').split('\n');
  expect(shown[0]).toMatch(/^\(lines 1-40 as in /);
  expect(shown[1]).toMatch(/^\(filtered /);
  const first = shown.findIndex((line) => !line.startsWith('('));
  expect(lines[(starts[0] ?? 0) + first - 1]).toBe(shown[first]);
});

test.each([
  ['a command that prints instructions', 'cat CLAUDE.md'],
  ['a search in them', 'grep -n refund docs/../AGENTS.md'],
  ['a command beside others', 'ls && cat .claude/commands/ship.md'],
  ['a file that the user wants whole', 'cat yarn.lock'],
  ['a command that hides which file it prints', 'cat "$FILE"'],
  ['a command that may print a file that the user wants whole', 'cat vendor/yarn.*k'],
])('a result passes as it is where it is of %s', async (_, command) => {
  const { ask } = hook({ isIgnored: createGlobs(['*.lock'], '/home/ann/shop') });
  const tool_response = JSON.stringify({ stdout: LONG, stderr: '', interrupted: false, isImage: false });
  const call = { ...readCall(aboutRefunds(tempDir())), tool_name: 'Bash', tool_response };
  expect(await ask({ ...call, tool_input: JSON.stringify({ command }) })).toBeUndefined();
  expect(await ask({ ...call, tool_input: JSON.stringify({ command: 'cat notes.txt' }) })).toBeDefined();
});

test('a call that is not recorded yet says itself what it is for', async () => {
  const input = readCall(aboutRefunds(tempDir()));
  const tool_response = JSON.stringify({ stdout: LONG, stderr: '', interrupted: false, isImage: false });
  const call = { ...input, tool_name: 'Bash', tool_use_id: 'call-9', tool_response };
  const shown = await hook().ask({ ...call, tool_input: '{"command":"cat x","description":"Find the depot"}' });
  expect(shown).toContain('"Find the depot"');
});

test('it waits for the record of the call as long as the time limit permits', async () => {
  const session = aboutRefunds(tempDir());
  const { options } = realHook();
  let looks = 0;
  const timers: Timers = {
    ...options.timers,
    after(ms, run) {
      if (++looks === 4) {
        session.said('I look at how a depot is updated.');
        session.called('call-9', 'Read', { file_path: FILE });
      }
      return options.timers.after(ms, run);
    },
  };
  const { ask } = hook({ timers });
  const call = { ...readCall(session), tool_use_id: 'call-9' };
  expect(await ask(call)).toContain('"I look at how a depot is updated."');
  expect(looks).toBeGreaterThanOrEqual(4);
  const unknown = await ask({ ...call, tool_use_id: 'call-11' });
  expect(unknown).toContain('[mcp-pruner left out what this session does not seem to need. ');
});

test('in shadow it is measured, and the result passes as it is', async () => {
  const { ask, records, artifacts } = hook({ mode: 'shadow' });
  expect(await ask(readCall(aboutRefunds(tempDir())))).toBeUndefined();
  expect(records).toEqual([expect.objectContaining({ shadow: true, shortened: true })]);
  expect((await artifacts.list())?.artifacts).toEqual([]);
});

test('in shadow it is measured if a later result shows what would have been left out, however short it is', async () => {
  const { ask, records } = hook({ mode: 'shadow', leftOut: createLeftOutLines() });
  const session = aboutRefunds(tempDir());
  const left = LONG.split('\n').find((line) => line.includes('export function update_wishlist')) ?? '';
  await ask(readCall(session, left));
  await ask(readCall(session));
  await ask(readCall(session, 'nothing of it is in here'));
  await ask({ ...readCall(session, left), tool_use_id: 'call-3' });
  expect(records.map(({ kind }) => kind)).toEqual(['call', 'again']);
});

test('of an output that the host has cut, all is looked at, and kept', async () => {
  const folder = tempDir();
  const wholeIn = path.join(folder, 'all.txt');
  writeFileSync(wholeIn, LONG);
  const response = { stdout: LONG.slice(0, 30_000), stderr: '', interrupted: false, isImage: false };
  const input = { ...readCall(aboutRefunds(folder)), tool_name: 'Bash' };
  const { ask, kept, records } = hook();
  const tool_response = JSON.stringify({ ...response, persistedOutputPath: wholeIn, persistedOutputSize: LONG.length });
  const shown = (await ask({ ...input, tool_response })) ?? '';
  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(shown) ?? [];
  expect(await kept(ref)).toBe(LONG);
  expect(records).toEqual([expect.objectContaining({ raw: LONG.slice(0, 2000), shown })]);
  rmSync(wholeIn);
  expect(await ask({ ...input, tool_response, tool_use_id: 'call-3' })).toBeUndefined();
});

test('of an output that the host has cut, the answer is never longer than what it was told', async () => {
  const folder = tempDir();
  const wholeIn = path.join(folder, 'all.txt');
  writeFileSync(wholeIn, LONG);
  const response = { stdout: LONG.slice(0, 3000), stderr: '', interrupted: false, isImage: false };
  const tool_response = JSON.stringify({ ...response, persistedOutputPath: wholeIn });
  const { ask, artifacts } = hook();
  expect(await ask({ ...readCall(aboutRefunds(folder)), tool_name: 'Bash', tool_response })).toBeUndefined();
  expect((await artifacts.list())?.artifacts).toEqual([]);
});

test('a file that holds another text than the output is not given in its place', async () => {
  const folder = tempDir();
  const other = path.join(folder, 'passwords.txt');
  writeFileSync(other, `root\n${LONG}`);
  const response = { stdout: LONG, stderr: '', interrupted: false, isImage: false };
  const call = { ...readCall(aboutRefunds(folder)), tool_name: 'Bash' };
  const { ask } = hook();
  for (const persistedOutputPath of [other, '/dev/zero']) {
    expect(await ask({ ...call, tool_response: JSON.stringify({ ...response, persistedOutputPath }) })).toBeUndefined();
  }
});

test.each<[string, Partial<HookOptions>, (folder: string) => Fields, string?]>([
  ['it is switched off', { mode: 'off' }, (folder) => readCall(aboutRefunds(folder))],
  ['it is short', {}, (folder) => readCall(aboutRefunds(folder), LONG.slice(0, 2000))],
  ['it is too large', { maxBytes: 1000 }, (folder) => readCall(aboutRefunds(folder))],
  ['it holds instructions', {}, (folder) => readCall(aboutRefunds(folder), LONG, '/home/ann/shop/CLAUDE.md')],
  ['the user wants it whole', { isIgnored: (file) => file === FILE }, (folder) => readCall(aboutRefunds(folder))],
  ['its host counts other lines', {}, (folder) => readCall(aboutRefunds(folder), LONG.replace('\n', '\r'))],
  [
    'it has a marker of its own',
    {},
    (folder) => readCall(aboutRefunds(folder), `a\n(filtered 9 lines: 2-10)\n${LONG}`),
  ],
  [
    'it was shortened before',
    {},
    (folder) => readCall(aboutRefunds(folder), `${LONG}[mcp-pruner left out what it does not seem to need]`),
  ],
  ['no record is told', {}, (folder) => ({ ...readCall(aboutRefunds(folder)), transcript_path: '' })],
  ['its record is missing', {}, (folder) => readCall({ file: path.join(folder, 'none.jsonl') }), 'hook.failed'],
  ['its shape is not known', {}, (folder) => ({ ...readCall(aboutRefunds(folder)), tool_response: '"text"' })],
  ['it cannot be kept', { artifacts: undefined }, (folder) => readCall(aboutRefunds(folder))],
  [
    'the disk is full',
    { artifacts: { put: () => Promise.reject(new Error('ENOSPC')) } },
    (folder) => readCall(aboutRefunds(folder)),
    'artifact.store_failed',
  ],
  [
    'the pruner fails',
    { pruner: { prune: async () => ({ ok: false, code: 'invalid_response', message: 'no' }) } },
    (folder) => readCall(aboutRefunds(folder)),
    'hook.failed',
  ],
  [
    'the pruner answers with nothing',
    { pruner: { prune: async () => ({ ok: true, text: '', engine: 'embedded' }) } },
    (folder) => readCall(aboutRefunds(folder)),
  ],
  [
    'it takes too long',
    { pruner: { prune: () => new Promise(() => {}) }, timers: { ...systemTimers, after: atOnce } },
    (folder) => readCall(aboutRefunds(folder)),
    'hook.late',
  ],
])('a result passes as it is where %s', async (_, more, input, event) => {
  const { ask, events, records } = hook(more);
  expect(await ask(input(tempDir()))).toBeUndefined();
  expect(events.filter((name) => name !== 'artifact.stored')).toEqual(event === undefined ? [] : [event]);
  expect(records.filter((record) => record.kind === 'call' && record.shortened)).toEqual([]);
});

test('what loads the engine for one result alone may take longer, but waits for the call no longer', async () => {
  const folder = tempDir();
  const call = readCall(aboutRefunds(folder));
  const timeoutMs = 150;
  /** A clock on which the timeout passes at once. */
  const slow: Timers = { now: () => 0, after: (ms, run) => (ms < 1000 && ms > 100 ? atOnce(ms, run) : () => {}) };
  expect(await hook({ timers: slow, timeoutMs }).ask(call)).toBeUndefined();
  expect(await hook({ timers: slow, timeoutMs, isAlone: true }).ask(call)).toContain('export function update_refund');
  let waited = 0;
  const timers: Timers = {
    now: () => waited,
    after(ms, run) {
      if (ms > 100) return () => {};
      waited += ms;
      return atOnce(ms, run);
    },
  };
  const missing = readCall({ file: path.join(folder, 'none.jsonl') });
  await hook({ timers, timeoutMs, isAlone: true }).ask(missing);
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan(150);
});

test('two sessions at once are told apart', async () => {
  const folder = tempDir();
  const { ask } = hook();
  const other = aboutRefunds(folder, 'other');
  other.gave('call-2', 'x');
  other.asked('Now mend update_depot: the depot is applied twice');
  other.said('I look at how a depot is updated.');
  other.called('call-3', 'Read', { file_path: FILE });
  const [one, two] = await Promise.all([ask(readCall(aboutRefunds(folder))), ask(readCall(other))]);
  expect(one).not.toBe(two);
  expect(two).toContain('export function update_depot');
});
