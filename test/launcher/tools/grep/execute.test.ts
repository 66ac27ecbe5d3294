import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../../../launcher/platform/process/find-executable.ts';
import type { SearchEngine } from '../../../../launcher/tools/grep/engine.ts';
import { systemGrep } from '../../../../launcher/tools/grep/execute.ts';
import { ripgrep } from '../../../../launcher/tools/grep/ripgrep.ts';
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

test('what grep would read differently is refused where it stands in for ripgrep', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await writeFile(path.join(root, 'a.txt'), 'd4 [x]\n');
  const call = { root, serverEnv: { PATH: await pathWith('missing') }, edges: { engines: ON_PATH } };
  const refused: readonly (readonly [pattern: string, what: string])[] = [
    [String.raw`\d+`, String.raw`"\d"`],
    [String.raw`\p{L}`, String.raw`"\p"`],
    [String.raw`(d)\1`, String.raw`"\1"`],
    ['(?:d|x)', '"(?"'],
    ['(?i)D', '"(?"'],
    ['d+?', '"+?"'],
    ['d{1}?', '"}?"'],
    [String.raw`[\d]`, String.raw`"[\d"`],
    ['d\n4', 'a line break'],
  ];
  for (const [pattern, what] of refused)
    expect(await callGrep({ ...call, pattern })).toMatchObject({
      ok: false,
      error: {
        code: 'rg_error',
        exit_code: 2,
        message: expect.stringContaining(`grep does not support ${what}, and `),
      },
    });
  for (const pattern of [String.raw`\bd4\s\[x\]`, '[[:alpha:]]4', '[]4]+ [[]x', 'd?4{1}', String.raw`\w\W`])
    expect(await callGrep({ ...call, pattern })).toMatchObject({ ok: true, result: { match_count: 1 } });
  expect(await callGrep({ ...call, pattern: String.raw`\d`, fixed_string: true })).toMatchObject({ ok: true });
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
  const [one, file] = [path.join(bin, 'rg'), path.join(root, 'a')];
  const script = `${one} & until ${isReady}; do :; done; printf '%s\\0001:x\\n%s\\0002:x\\n' ${file} ${file}; wait`;
  await writeFile(path.join(bin, 'grep'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const serverEnv = { PATH: `${bin}:${process.env['PATH']}` };
  const outcome = await callGrep({ root, pattern: 'x', max_matches: 1, serverEnv, engine: systemGrep });
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

test.each([
  ['alpha\\|beta', 'alpha|beta', '2 lines, the first at a.txt:1'],
  ['\\(alph\\)a', '(alph)a', '1 line, the first at a.txt:1'],
  ['call.1\\+.\\|x', 'call.1+.|x', '1 line, the first at a.txt:3'],
  ['none\\|neither', 'none|neither', 'no line either'],
])(
  '%s without a match tells how it was read, and what grep would have found',
  { timeout: TIMEOUT },
  async (pattern, basic, found) => {
    const root = tempDir();
    await writeFile(path.join(root, 'a.txt'), 'alpha\nbeta\ncall(1)\n');
    for (const engine of [ripgrep, systemGrep]) {
      const outcome = await callGrep({ root, pattern, engine });
      const said = `as grep without -E reads it, ${JSON.stringify(basic)}, it finds ${found}`;
      expect(outcome).toMatchObject({ ok: true, result: { matches: [] }, warnings: [expect.stringContaining(said)] });
    }
  },
);

test('a pattern that finds something, or has no such escape, is told nothing', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await writeFile(path.join(root, 'a.txt'), 'a|b\n');
  for (const pattern of ['a\\|b', 'x|y', 'x\\.y', '[\\|]z'])
    expect(await callGrep({ root, pattern, engine: ripgrep })).not.toHaveProperty('warnings');
  expect(await callGrep({ root, pattern: 'x\\|y', fixed_string: true })).not.toHaveProperty('warnings');
});

test('a pattern that cannot be parsed is also told how grep would have read it', { timeout: TIMEOUT }, async () => {
  const outcome = await callGrep({ root: tempDir(), pattern: 'call(\\|x', engine: ripgrep });
  const message = expect.stringContaining('; as grep without -E reads it, it is "call\\\\(|x" here');
  expect(outcome).toMatchObject({ ok: false, error: { code: 'rg_error', message } });
});
