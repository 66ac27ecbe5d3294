import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../../../launcher/platform/process/find-executable.ts';
import type { Command, Search, SearchEngine } from '../../../../launcher/tools/grep/engine.ts';
import { ripgrep } from '../../../../launcher/tools/grep/ripgrep.ts';
import { systemGrep } from '../../../../launcher/tools/grep/system-grep.ts';
import { ended, running } from '../../../support/running.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';
import { callGrep } from './call.ts';
import { endlessRg, twoPids } from './endless-rg.ts';

const TIMEOUT = 120_000;

/** Creates a folder to use as the whole PATH, with the system's grep, and `rg` in the given state. */
async function pathWith(rg: 'missing' | 'not executable' | 'broken'): Promise<string> {
  const bin = tempDir();
  const { PATH } = process.env;
  const grep = await findExecutable('grep', PATH);
  if (grep === undefined) throw new Error('grep must be on PATH');
  await symlink(grep, path.join(bin, 'grep'));
  if (rg !== 'missing') await writeFile(path.join(bin, 'rg'), '#!/no/such/interpreter\n');
  if (rg === 'broken') await chmod(path.join(bin, 'rg'), 0o755);
  return bin;
}

const ON_PATH: readonly SearchEngine[] = [withoutElsewhere(ripgrep), systemGrep];

/** Removes the ripgrep that was installed with the package. */
function withoutElsewhere({ elsewhere: _, ...engine }: SearchEngine): SearchEngine {
  return engine;
}

test('the ripgrep that was installed with the package serves where PATH has none', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await writeFile(path.join(root, 'a.txt'), '4 needles\n');
  const outcome = await callGrep({ root, pattern: String.raw`\d n\p{L}+`, serverEnv: { PATH: tempDir() } });
  expect(outcome).toMatchObject({ ok: true, result: { matches: [{ path: 'a.txt', line: 1, column: 1 }] } });
});

test('what grep has no way to say is refused where it stands in for ripgrep', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await writeFile(path.join(root, 'a.txt'), 'd\n4\n');
  const call = { root, serverEnv: { PATH: await pathWith('missing') }, edges: { engines: ON_PATH } };
  expect(await callGrep({ ...call, pattern: String.raw`\d+` })).toMatchObject({ result: { matches: [{ text: '4' }] } });
  const refused = await callGrep({ ...call, pattern: String.raw`\p{L}` });
  expect(refused).toMatchObject({ ok: false, error: { code: 'rg_error', exit_code: 2 } });
  expect(!refused.ok && refused.error.message).toContain(
    'grep does not support "\\p", and there is no ripgrep (rg) on PATH',
  );
});

for (const rg of ['missing', 'not executable', 'broken'] as const) {
  test(`grep serves where rg is ${rg}`, { timeout: TIMEOUT }, async () => {
    const root = tempDir();
    await writeFile(path.join(root, 'a.txt'), 'needle\n');
    const outcome = await callGrep({
      root,
      pattern: 'n.edle',
      serverEnv: { PATH: await pathWith(rg) },
      edges: { engines: ON_PATH },
    });
    // The column is null, which shows that the engine was grep.
    expect(outcome).toMatchObject({ ok: true, result: { matches: [{ path: 'a.txt', line: 1, column: null }] } });
  });
}

test('without either it is spawn_error', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  expect(await callGrep({ root, pattern: 'x', serverEnv: { PATH: root }, edges: { engines: ON_PATH } })).toMatchObject({
    ok: false,
    error: { code: 'spawn_error', message: expect.stringContaining('"rg" or "grep"') },
  });
});

test('a root that is gone, or a cwd that is, is invalid_path', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const error = { code: 'invalid_path' };
  expect(await callGrep({ root, pattern: 'x', cwd: 'gone' })).toMatchObject({ ok: false, error });
  await rm(root, { recursive: true });
  expect(await callGrep({ root, pattern: 'x' })).toMatchObject({ ok: false, error });
});

test('a timeout kills the engine and all it started', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const timers = heldTimers(30_000);
  const serverEnv = { PATH: `${await endlessRg(root)}:${process.env['PATH']}` };
  const edges = { timers, graceMs: 100, engines: [ripgrep] };
  const call = callGrep({ root, pattern: 'x', timeout_ms: 30_000, serverEnv, edges });
  const pids = await twoPids(root);
  timers.ring(30_000);
  expect(await call).toMatchObject({ ok: false, error: { code: 'timeout' }, timeoutMs: 30_000 });
  expect(await running(pids)).toEqual([]);
});

/** The system's grep over a tree whose listing never ends. */
function endlessListing(): { readonly engine: SearchEngine; readonly stopped: () => boolean } {
  let given: AbortSignal | undefined;
  async function* commands(_search: unknown, _file: string, stop: AbortSignal): AsyncGenerator<never> {
    given = stop;
    await new Promise(() => {});
  }
  return { engine: { ...systemGrep, commands }, stopped: () => given?.aborted === true };
}

test('the time for a search counts from its listing on', { timeout: TIMEOUT }, async () => {
  const { engine, stopped } = endlessListing();
  const timers = heldTimers(30_000);
  const held = new Promise<void>((resolve) => {
    const { after } = timers;
    timers.after = (ms, run) => {
      if (ms === 30_000) resolve();
      return after(ms, run);
    };
  });
  const call = callGrep({ root: tempDir(), pattern: 'x', timeout_ms: 30_000, edges: { timers, engines: [engine] } });
  await held;
  timers.ring(30_000);
  expect(await call).toMatchObject({ ok: false, error: { code: 'timeout' }, timeoutMs: 30_000 });
  expect(stopped()).toBe(true);
});

test('a call that is cancelled stops its listing', { timeout: TIMEOUT }, async () => {
  const { engine, stopped } = endlessListing();
  const cancel = new AbortController();
  const call = callGrep({ root: tempDir(), pattern: 'x', signal: cancel.signal, engine });
  cancel.abort(new Error('cancelled by the client'));
  await expect(call).rejects.toThrow('cancelled by the client');
  expect(stopped()).toBe(true);
});

test('several commands search as one', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  for (const name of ['a', 'b', 'c']) await writeFile(path.join(root, name), 'needle\n');
  /** Yields one command per file; one of the files does not exist. */
  async function* commands(search: Search, file: string): AsyncGenerator<Command> {
    for (const name of ['a', 'gone', 'b', 'c']) {
      yield { file, args: systemGrep.args({ ...search, paths: [path.join(root, name)] }) };
    }
  }
  const engine = { ...systemGrep, commands };
  expect(await callGrep({ root, pattern: 'needle', engine })).toMatchObject({
    result: { match_count: 3, truncated: false, unreadable: ['gone: No such file or directory'] },
  });
  expect(await callGrep({ root, pattern: 'needle', engine, max_matches: 2 })).toMatchObject({
    result: { matches: [{ path: 'a' }, { path: 'b' }], truncated: true },
  });
  expect(await callGrep({ root, pattern: 'none', engine })).toMatchObject({ result: { match_count: 0 } });
  expect(await callGrep({ root, pattern: '(', engine })).toMatchObject({ error: { code: 'rg_error', exit_code: 2 } });
});

test('a cancelled call throws the reason when the engine is dead', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const cancel = new AbortController();
  const serverEnv = { PATH: `${await endlessRg(root)}:${process.env['PATH']}` };
  const edges = { graceMs: 100, engines: [ripgrep] };
  const call = callGrep({ root, pattern: 'x', signal: cancel.signal, serverEnv, edges });
  const answer = expect(call).rejects.toThrow('cancelled by the client');
  const pids = await twoPids(root);
  cancel.abort(new Error('cancelled by the client'));
  await answer;
  expect(await running(pids)).toEqual([]);
});

test('both engines give the same result', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await mkdir(path.join(root, 'd'));
  for (let i = 0; i < 40; i++) await writeFile(path.join(root, 'd', `f${i}.txt`), `a\nb 😀 x${i}.y\nc\nB x.y\n`);
  const call = { root, pattern: 'x.y', fixed_string: true, case_sensitive: false, context_lines: 1 };
  const [first, second] = await Promise.all([ripgrep, systemGrep].map((engine) => callGrep({ ...call, engine })));
  if (!first?.ok || !second?.ok) throw new Error('both engines succeed');
  expect({ ...first.result, duration_ms: 0 }).toEqual({ ...second.result, duration_ms: 0 });
  expect(first.result.match_count).toBe(40);
});

test('the configuration of ripgrep is not read', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await writeFile(path.join(root, 'config'), '--ignore-case\n');
  await writeFile(path.join(root, 'a.txt'), 'NEEDLE\n');
  const serverEnv = { ...process.env, RIPGREP_CONFIG_PATH: path.join(root, 'config') };
  expect(await callGrep({ root, pattern: 'needle', serverEnv, engine: ripgrep })).toMatchObject({
    result: { matches: [] },
  });
});

test('a search that has found enough ends all that its command started', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await writeFile(path.join(root, 'a'), '');
  const bin = await endlessRg(root);
  const isReady = `[ "$(cat pids | wc -l)" = 2 ]`;
  const script = `"$0" & until ${isReady}; do :; done; printf '%s\\0001:x\\n%s\\0002:x\\n' "$1" "$1"; wait`;
  async function* commands(): AsyncGenerator<Command> {
    yield { file: '/bin/sh', args: ['-c', script, path.join(bin, 'rg'), path.join(root, 'a')] };
  }
  const engine = { ...systemGrep, commands };
  const outcome = await callGrep({ root, pattern: 'x', max_matches: 1, engine });
  expect(outcome).toMatchObject({ result: { match_count: 1, truncated: true } });
  const pids = await twoPids(root);
  await ended(pids);
});

test('an rg that writes something else than records does no harm', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const bin = tempDir();
  const script = '#!/bin/sh\necho "no json"; echo "null"; echo \'{"type":"match"}\'\n';
  await writeFile(path.join(bin, 'rg'), script, { mode: 0o755 });
  const outcome = await callGrep({ root, pattern: 'x', serverEnv: { PATH: bin } });
  expect(outcome).toMatchObject({ ok: true, result: { matches: [], truncated: true } });
});
