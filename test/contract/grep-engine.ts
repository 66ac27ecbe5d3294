import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findExecutable } from '../../launcher/platform/process/find-executable.ts';
import { renderMatches } from '../../launcher/tools/grep/definition.ts';
import type { SearchEngine } from '../../launcher/tools/grep/engine.ts';
import type { GrepResult } from '../../launcher/tools/grep/result.ts';
import { callGrep, type GrepCall } from '../launcher/tools/grep/call.ts';
import { tempDir } from '../support/temp-dir.ts';

const TIMEOUT = 120_000;

/** Makes a root with files, by path; contents may be bytes. */
async function rootWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = tempDir();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  return root;
}

/**
 * Returns a folder with the engine's program. As root, this is a wrapper that runs the engine as another user, because
 * root can read everything.
 */
async function withoutRights(name: string, root: string): Promise<string> {
  const { PATH } = process.env;
  const file = await findExecutable(name, PATH);
  if (process.getuid?.() !== 0) return path.dirname(file ?? '');
  const bin = tempDir();
  for (const folder of [bin, root]) await chmod(folder, 0o755);
  const command = `exec /usr/bin/setpriv --reuid 65534 --regid 65534 --clear-groups ${file} "$@"`;
  await writeFile(path.join(bin, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  return bin;
}

/** Contract of every search engine program. */
export function describeGrepEngine(engine: SearchEngine): void {
  const find = async (call: Omit<GrepCall, 'engine'>): Promise<GrepResult> => {
    const outcome = await callGrep({ ...call, engine });
    if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
    return outcome.result;
  };
  const texts = (result: GrepResult): readonly string[] =>
    result.matches.map(({ path: file, line, text }) => `${file}|${line}|${text}`);
  const check = (name: string, run: () => Promise<void>): void => test(name, { timeout: TIMEOUT }, run);

  const isRipgrep = engine.name === 'rg';
  const checkRipgrep = (name: string, run: () => Promise<void>): void => {
    if (isRipgrep) check(name, run);
  };

  beforeAll(async () => {
    const { PATH } = process.env;
    // Fails instead of skipping if the program is missing, because a contract that did not run proves nothing. Install
    // it (package "ripgrep", "grep").
    expect(await findExecutable(engine.name, PATH), `"${engine.name}" must be on PATH`).toBeDefined();
  });

  describe('what is found', () => {
    check('every line that matches, sorted by path and line', async () => {
      const root = await rootWith({ 'b.txt': 'x\nneedle 1\n', 'a/z.txt': 'needle 2\nneedle 3', 'a/a.txt': 'none\n' });
      expect(await find({ root, pattern: 'needle' })).toMatchObject({
        tool: 'grep',
        pattern: 'needle',
        paths: ['.'],
        match_count: 3,
        truncated: false,
      });
      const found = texts(await find({ root, pattern: 'needle' }));
      expect(found).toEqual(['a/z.txt|1|needle 2', 'a/z.txt|2|needle 3', 'b.txt|2|needle 1']);
    });

    check('nothing, which is a success', async () => {
      const result = await find({ root: await rootWith({ 'a.txt': 'x\n' }), pattern: 'needle' });
      expect(result).toMatchObject({ matches: [], match_count: 0, truncated: false });
      expect(result).not.toHaveProperty('context');
      expect(result).not.toHaveProperty('binary_files');
    });

    check('by regular expression, or literally', async () => {
      const root = await rootWith({ 'a.txt': 'a.c\nabc\n(\n' });
      expect(texts(await find({ root, pattern: 'a.c' }))).toHaveLength(2);
      expect(texts(await find({ root, pattern: 'a.c', fixed_string: true }))).toEqual(['a.txt|1|a.c']);
      expect(texts(await find({ root, pattern: '(', fixed_string: true }))).toEqual(['a.txt|3|(']);
      expect(texts(await find({ root, pattern: '^(a|b)[.]' }))).toEqual(['a.txt|1|a.c']);
    });

    check('with or without regard to case, beyond ASCII too', async () => {
      const root = await rootWith({ 'a.txt': 'Needle\nneedle\nÄRGER\n' });
      expect(texts(await find({ root, pattern: 'needle' }))).toEqual(['a.txt|2|needle']);
      expect(texts(await find({ root, pattern: 'needle', case_sensitive: false }))).toHaveLength(2);
      expect(texts(await find({ root, pattern: 'ärger', case_sensitive: false }))).toEqual(['a.txt|3|ÄRGER']);
    });

    check('with the column in characters where the text is literal', async () => {
      const root = await rootWith({ 'a.txt': 'needle\nüü needle needle\n😀 Needle\n' });
      const result = await find({ root, pattern: 'needle', fixed_string: true, case_sensitive: false });
      expect(result.matches.map(({ column }) => column)).toEqual([1, 4, 3]);
    });

    check('lines without their terminators, and with replacements for what is not UTF-8', async () => {
      const root = await rootWith({ 'a.txt': Buffer.from('needle crlf\r\nneedle \xff\xe4\nneedle end', 'latin1') });
      const found = (await find({ root, pattern: 'needle' })).matches.map(({ text }) => text);
      expect(found).toEqual(['needle crlf', 'needle \ufffd\ufffd', 'needle end']);
    });

    checkRipgrep('a line that ends with CRLF as one that ends with LF', async () => {
      const lines = ['foo', 'foo;', 'fo', '', 'bar', 'foo bar', 'foo ', '  ', '1$'];
      const root = await rootWith({ 'lf.txt': lines.join('\n'), 'crlf.txt': lines.join('\r\n') });
      const patterns: readonly (readonly [pattern: string, lines: number])[] = [
        ['foo$', 1],
        ['^(foo|bar)$', 2],
        ['(foo$|^bar)', 2],
        [String.raw`foo\s*$`, 2],
        [String.raw`foo\s$`, 1],
        ['^$', 1],
        ['^.+$', 8],
        ['^fo.$', 1],
        ['[^;]$', 7],
        [String.raw`[^\s;]$`, 5],
        [String.raw`\W$`, 4],
        [String.raw`^[\s]+$`, 1],
        ['^[[:space:]]+$', 1],
        [String.raw`\D$`, 8],
        [String.raw`1\$$`, 1],
      ];
      for (const [pattern, count] of patterns) {
        const found = async (file: string): Promise<readonly string[]> =>
          (await find({ root, pattern, path: file, context_lines: 1 })).matches.map((match) => match.text);
        const wanted = await found('lf.txt');
        expect([pattern, wanted.length, await found('crlf.txt')]).toEqual([pattern, count, wanted]);
      }
    });

    checkRipgrep('a file whose lines end in more than one carriage return, without end', async () => {
      const root = await rootWith({ 'a.txt': 'c;\r\r\n', 'b.txt': 'ok\n', 'c.txt': 'a\rb' });
      for (const pattern of ['$', ';?$', String.raw`\s*$`, '[^a]*$', '.*$'])
        expect([pattern, (await find({ root, pattern })).matches.map(({ path }) => path)]).toEqual([
          pattern,
          ['a.txt', 'b.txt', 'c.txt'],
        ]);
      expect((await find({ root, pattern: ';$' })).matches).toEqual([]);
    });

    checkRipgrep('a carriage return where the pattern names it', async () => {
      const root = await rootWith({ 'a.txt': 'crlf\r\nlf\n10%\r20%\n' });
      const found = async (pattern: string): Promise<readonly number[]> =>
        (await find({ root, pattern })).matches.map(({ line }) => line);
      expect(await found(String.raw`\r$`)).toEqual([1]);
      expect(await found(String.raw`\x0D`)).toEqual([1, 3]);
      expect(await found(String.raw`[^\r]$`)).toEqual([2, 3]);
      expect(await found('10.*20')).toEqual([3]);
    });

    checkRipgrep('a long line that ends with CRLF, without its end', async () => {
      const root = await rootWith({ 'a.txt': `${'a '.repeat(20_000)}needle\r\nb\r\n` });
      const { matches } = await find({ root, pattern: 'ne+dle$' });
      expect(matches.map(({ line, text }) => [line, /a needle…?$/.test(text)])).toEqual([[1, true]]);
    });

    check('in files with colons, spaces, newlines, dashes and quotes in their names', async () => {
      const names = [
        'a:1:b c.txt',
        'new\nline:2:x.txt',
        '-e',
        '--',
        'quote\'"\\.txt',
        'grep: x: binary file matches\n.txt',
      ];
      const root = await rootWith(Object.fromEntries(names.map((name) => [name, 'x\nneedle: 1:2\n'])));
      const result = await find({ root, pattern: 'needle' });
      expect(result.matches.map((match) => match.path)).toEqual([...names].sort());
      expect(new Set(result.matches.map(({ line, text }) => `${line}|${text}`))).toEqual(new Set(['2|needle: 1:2']));
      expect(result).not.toHaveProperty('binary_files');
    });

    checkRipgrep('in files whose names are not UTF-8', async () => {
      const root = await rootWith({});
      const make = String.raw`mkdir -p $'d\xff/.h' && printf 'needle\n' | tee $'b\xff\xfe:1.txt' $'.h\xff' $'d\xff/a' $'d\xff/.h/a' c`;
      execFileSync('bash', ['-c', `${make} && ln -s c $'l\\xff'`], { cwd: root });
      const wanted = ['b\ufffd\ufffd:1.txt|1|needle', 'c|1|needle', 'd\ufffd/a|1|needle'];
      expect(texts(await find({ root, pattern: 'needle' }))).toEqual(wanted);
      expect(texts(await find({ root, pattern: '(ü|needle)' }))).toEqual(wanted);
    });

    check('a pattern that begins with a dash', async () => {
      const root = await rootWith({ 'a.txt': 'x --version y\n-e\n' });
      expect(texts(await find({ root, pattern: '--version' }))).toEqual(['a.txt|1|x --version y']);
      expect(texts(await find({ root, pattern: '-e' }))).toHaveLength(2 - 1);
    });
  });

  describe('where it looks', () => {
    check('in the paths of the call, named from the root', async () => {
      const root = await rootWith({ '-d/a.txt': 'needle\n', 'e/b.txt': 'needle\n', 'f.txt': 'needle\n' });
      const result = await find({ root, pattern: 'needle', paths: ['./-d/', `${root}/f.txt`, 'e/../f.txt'] });
      expect(result.paths).toEqual(['-d', 'f.txt']);
      expect(texts(result)).toEqual(['-d/a.txt|1|needle', 'f.txt|1|needle']);
      expect((await find({ root, pattern: 'needle', path: '-d/a.txt' })).paths).toEqual(['-d/a.txt']);
    });

    check('in cwd where no path is given, else from the root', async () => {
      const root = await rootWith({ 'sub/a.txt': 'needle\n', 'b.txt': 'needle\n' });
      expect(await find({ root, pattern: 'needle', cwd: 'sub' })).toMatchObject({
        paths: ['sub'],
        matches: [{ path: 'sub/a.txt' }],
      });
      const fromRoot = await find({ root, pattern: 'needle', cwd: 'sub', path: 'b.txt' });
      expect(fromRoot).toMatchObject({ paths: ['b.txt'], matches: [{ path: 'b.txt' }] });
    });

    check('once, where one path lies inside another', async () => {
      const root = await rootWith({ 'sub/a.txt': 'x\nneedle\ny\n' });
      const result = await find({ root, pattern: 'needle', paths: ['.', 'sub', 'sub/a.txt'], context_lines: 1 });
      expect(texts(result)).toEqual(['sub/a.txt|2|needle']);
      expect(result.context).toHaveLength(2);
    });

    check('through a link that is asked for and stays inside, never through one that leads out', async () => {
      const outside = await rootWith({ 'secret.txt': 'needle\n' });
      const root = await rootWith({ 'real/a.txt': 'needle\n' });
      await symlink(outside, path.join(root, 'out'));
      await symlink(path.join(outside, 'secret.txt'), path.join(root, 'real', 'out.txt'));
      await symlink('real', path.join(root, 'link'));
      const ofLink = isRipgrep ? [] : ['link/a.txt|1|needle'];
      expect(texts(await find({ root, pattern: 'needle' }))).toEqual([...ofLink, 'real/a.txt|1|needle']);
      expect(texts(await find({ root, pattern: 'needle', path: 'link' }))).toEqual(['link/a.txt|1|needle']);
      expect(await callGrep({ root, pattern: 'needle', path: 'out', engine })).toMatchObject({
        ok: false,
        error: { code: 'invalid_path' },
      });
    });

    checkRipgrep('not in hidden files and folders, unless they are named', async () => {
      const root = await rootWith({
        'a.txt': 'needle\n',
        '.env': 'needle\n',
        'a/.env': 'needle\n',
        'a/.b/c.txt': 'needle\n',
        '.git/hooks/a': 'needle\n',
        '.git/hooks/.b': 'needle\n',
        '.git/hooks/.c/d': 'needle\n',
      });
      const found = async (call: Partial<GrepCall>): Promise<readonly string[]> =>
        (await find({ root, pattern: 'needle', ...call })).matches.map((match) => match.path);
      expect(await found({})).toEqual(['a.txt']);
      expect(await found({ path: 'a' })).toEqual([]);
      expect(await found({ path: 'a/.env' })).toEqual(['a/.env']);
      expect(await found({ path: '.git' })).toEqual(['.git/hooks/a']);
      expect(await found({ path: '.git/hooks' })).toEqual(['.git/hooks/a']);
      expect(await found({ path: '.git/hooks/.b' })).toEqual(['.git/hooks/.b']);
      expect(await found({ cwd: '.git/hooks/.c' })).toEqual(['.git/hooks/.c/d']);
      expect(await found({ paths: ['.', 'a/.b', '.env'] })).toEqual(['.env', 'a.txt', 'a/.b/c.txt']);
      expect(await found({ max_matches: 1 })).toEqual(['a.txt']);
    });

    checkRipgrep('not through links in a folder, but through those that are named', async () => {
      const root = await rootWith({ 'b/file.txt': 'needle\n', 'c/d.txt': 'x\n' });
      await symlink('../b/file.txt', path.join(root, 'c', 'file'));
      await symlink('../b', path.join(root, 'c', 'folder'));
      expect(texts(await find({ root, pattern: 'needle', path: 'c' }))).toEqual([]);
      expect(texts(await find({ root, pattern: 'needle', path: 'c/file' }))).toEqual(['c/file|1|needle']);
      const folder = await find({ root, pattern: 'needle', path: 'c/folder' });
      expect(texts(folder)).toEqual(['c/folder/file.txt|1|needle']);
    });

    check('not in a FIFO', async () => {
      const root = await rootWith({ 'a.txt': 'needle\n' });
      execFileSync('mkfifo', [path.join(root, 'pipe')]);
      expect(texts(await find({ root, pattern: 'needle' }))).toEqual(['a.txt|1|needle']);
    });
  });

  describe('context', () => {
    check('comes apart from the matches, each line once', async () => {
      const root = await rootWith({ 'a.txt': '1\n2\nneedle 3\n4\nneedle 5\n6\n7\n8\n9\nneedle 10\n' });
      const result = await find({ root, pattern: 'needle', context_lines: 1 });
      expect(result.matches.map(({ line }) => line)).toEqual([3, 5, 10]);
      expect(result.context).toEqual([
        { path: 'a.txt', line: 2, text: '2' },
        { path: 'a.txt', line: 4, text: '4' },
        { path: 'a.txt', line: 6, text: '6' },
        { path: 'a.txt', line: 9, text: '9' },
      ]);
    });

    check('is an empty list where there is none', async () => {
      const root = await rootWith({ 'a.txt': 'needle\n' });
      expect((await find({ root, pattern: 'needle', context_lines: 5 })).context).toEqual([]);
    });
  });

  describe('limits', () => {
    const five = { 'a.txt': 'needle\n'.repeat(3), 'b.txt': 'needle\n'.repeat(2) };

    check('stops at max_matches, and says so only if there was one more', async () => {
      const root = await rootWith(five);
      expect(await find({ root, pattern: 'needle', max_matches: 4 })).toMatchObject({
        match_count: 4,
        truncated: true,
      });
      expect(await find({ root, pattern: 'needle', max_matches: 5 })).toMatchObject({
        match_count: 5,
        truncated: false,
      });
      expect(await find({ root, pattern: 'needle', max_matches: 1 })).toMatchObject({
        match_count: 1,
        truncated: true,
      });
    });

    check('stops an endless search at once', async () => {
      const root = await rootWith({ 'a.txt': 'needle\n'.repeat(5_000_000) });
      const result = await find({ root, pattern: 'needle', max_matches: 10 });
      expect(result.matches.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    check('stops before the text of the matches exceeds max_output_bytes', async () => {
      const root = await rootWith({ 'a.txt': `needle${'é'.repeat(47)}\n`.repeat(20) });
      const result = await find({ root, pattern: 'needle', max_output_bytes: 1024 });
      expect(result).toMatchObject({ match_count: 10, truncated: true });
      const exact = await find({ root, pattern: 'needle', max_output_bytes: 2000 });
      expect(exact).toMatchObject({ match_count: 20, truncated: false });
    });

    check('counts the text of context too', async () => {
      const root = await rootWith({ 'a.txt': `${'c'.repeat(600)}\nneedle\n${'d'.repeat(600)}\n` });
      const result = await find({ root, pattern: 'needle', context_lines: 1, max_output_bytes: 1024 });
      expect(result).toMatchObject({ match_count: 1, truncated: true, context: [{ line: 1 }] });
    });

    checkRipgrep('leaves out what comes last by its path, in every run the same', async () => {
      const names = Array.from({ length: 300 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}/f${i}.txt`);
      const root = await rootWith(Object.fromEntries(names.map((name) => [name, 'needle\nneedle\n'])));
      const wanted = [...names]
        .sort()
        .slice(0, 20)
        .flatMap((name) => [`${name}|1|needle`, `${name}|2|needle`]);
      for (let run = 0; run < 5; run++) {
        expect(texts(await find({ root, pattern: 'needle', max_matches: 40 }))).toEqual(wanted);
      }
    });

    check('shows of a long line what stands around the match, and marks the rest', async () => {
      const line = `${'a='.repeat(200_000)}needle${';b'.repeat(200_000)}`;
      const root = await rootWith({ 'a.min.js': `short\n${line}\nneedle\n` });
      for (const call of [{ pattern: 'needle', fixed_string: true }, { pattern: 'n[e]+dle' }]) {
        const { matches, truncated } = await find({ root, ...call });
        expect([matches.map((match) => match.line), truncated]).toEqual([[2, 3], false]);
        const text = matches[0]?.text ?? '';
        expect(text).toContain('=needle;');
        expect(text).toMatch(/^…(?:\[\+\d+ chars\]…)?[a=]+needle[;b]+…(?:\[\+\d+ chars\]…)?$/);
        expect(text.length).toBeLessThan(1200);
      }
    });

    check('finds a match in a line of 50 MB', async () => {
      const root = await rootWith({
        'a.min.js': Buffer.concat([
          Buffer.alloc(40_000_000, 'x = 1; '),
          Buffer.from(' needle '),
          Buffer.alloc(10_000_000, 'y'),
        ]),
        'b.txt': 'needle\n',
      });
      const result = await find({ root, pattern: 'needl[e]' });
      expect(result.matches.map((match) => [match.path, match.line])).toEqual([
        ['a.min.js', 1],
        ['b.txt', 1],
      ]);
      expect(result.matches[0]?.text).toMatch(/^….* needle y+…/);
      expect(result.truncated).toBe(false);
    });

    check('cuts a single long line at a character', async () => {
      const root = await rootWith({ 'a.txt': `needle${'😀'.repeat(500)}\n` });
      const result = await find({ root, pattern: 'needle', max_output_bytes: 1025 });
      expect(result).toMatchObject({ match_count: 1, truncated: true });
      expect(result.matches[0]?.text).toBe(`needle${'😀'.repeat(254)}`);
    });

    check('survives a line of 20 MB', async () => {
      const root = await rootWith({ 'a.min.js': Buffer.alloc(20_000_000, `${'x'.repeat(9_999)};`), 'b.js': 'x;\n' });
      const result = await find({ root, pattern: ';', max_output_bytes: 1024 });
      expect(result.matches.map((match) => `${match.path}:${match.line}`)).toContain('a.min.js:1');
    });
  });

  describe.runIf(isRipgrep)('.gitignore', () => {
    check('is obeyed outside a repository, unless the path is named', async () => {
      const root = await rootWith({ '.gitignore': 'skipped.txt\n', 'skipped.txt': 'needle\n', 'a.txt': 'needle\n' });
      expect(texts(await find({ root, pattern: 'needle', path: '.' }))).toEqual(['a.txt|1|needle']);
      expect(texts(await find({ root, pattern: 'needle', path: 'skipped.txt' }))).toEqual(['skipped.txt|1|needle']);
    });

    check('in a folder above hides nothing, unless both are in a repository', async () => {
      const above = await rootWith({ '.gitignore': '*', 'work/a.txt': 'needle\n' });
      const root = path.join(above, 'work');
      expect(texts(await find({ root, pattern: 'needle', path: '.' }))).toEqual(['a.txt|1|needle']);
      await mkdir(path.join(above, '.git'));
      expect(texts(await find({ root, pattern: 'needle', path: '.' }))).toEqual([]);
    });
  });

  describe('binary files', () => {
    const leaked = (result: GrepResult): boolean => JSON.stringify(result).includes('secret');

    check('leak no bytes, and are named where the engine tells of them', async () => {
      const root = await rootWith({
        'a.bin': Buffer.from('secret\0needle secret\nneedle secret\n'),
        'late.log': Buffer.from(`${'needle\n'.repeat(20_000)}\0needle secret\nneedle secret\n`),
        'other.bin': Buffer.from('\0x\n'),
        't.txt': 'needle\n',
      });
      const all = await find({ root, pattern: 'needle', max_matches: 10_000, path: '.' });
      expect(texts(all).slice(0, 2)).toEqual(['late.log|1|needle', 'late.log|2|needle']);
      // In a folder search, ripgrep stops reading a file at its first NUL, so that gigabytes of images take no time.
      expect(leaked(all)).toBe(false);
      const whole = await find({ root, pattern: 'needle', max_matches: 30_000, path: '.' });
      expect(texts(whole).at(-1)).toBe('t.txt|1|needle');
      expect(whole.match_count).toBeGreaterThan(10_000);
      expect(whole.match_count).toBeLessThanOrEqual(20_001);
      expect(whole.binary_files).toEqual(isRipgrep ? ['late.log'] : ['a.bin', 'late.log']);
      expect(renderMatches(whole)).toMatch(
        /\[late\.log has a NUL byte: matches near it and after it may be missing\]$/,
      );
      expect(leaked(whole)).toBe(false);
      const asked = await find({ root, pattern: 'needle', path: 'a.bin', context_lines: 2 });
      expect(asked).toMatchObject({ matches: [], match_count: 0, context: [], binary_files: ['a.bin'] });
      expect(leaked(asked)).toBe(false);
      expect(renderMatches(asked)).toBe('[binary file matches: a.bin]');
    });

    check('are named up to twenty by path, the others counted', async () => {
      const names = Array.from({ length: 23 }, (_, i) => `f${String(i).padStart(2, '0')}`);
      const root = await rootWith(Object.fromEntries(names.map((name) => [name, '\0needle\n'])));
      const result = await find({ root, pattern: 'needle', paths: names });
      expect([result.binary_files, result.binary_files_left_out]).toEqual([names.slice(0, 20), 3]);
      expect(renderMatches(result)).toMatch(/\[binary file matches: f19\]\n\[binary files that match too: 3\]$/);
    });

    check('leak none behind a text that is longer than what is looked at first', async () => {
      const text = 'a text\n'.repeat(100_000);
      const root = await rootWith({ 'a.bin': `${text}\0\n${'needle secret\n'.repeat(20)}`, 'b.txt': 'needle\n' });
      const result = await find({ root, pattern: 'needle', paths: ['a.bin', 'b.txt'], max_matches: 10 });
      expect([texts(result), result.binary_files]).toEqual([['b.txt|1|needle'], ['a.bin']]);
    });

    check('leak none when the search is stopped in the middle of one', async () => {
      const root = await rootWith({ 'a.bin': Buffer.from(`${'needle secret\n'.repeat(100)}\0`) });
      const result = await find({ root, pattern: 'needle', path: 'a.bin', max_matches: 3 });
      expect(result).toMatchObject({ matches: [], binary_files: ['a.bin'] });
      expect(leaked(result)).toBe(false);
    });

    check('with odd names are named right', async () => {
      const root = await rootWith({ 'd/a: b\nc.bin': Buffer.from('needle\0secret\n') });
      const result = await find({ root, pattern: 'needle', path: 'd/a: b\nc.bin' });
      expect(result).toMatchObject({ matches: [], binary_files: ['d/a: b\nc.bin'] });
    });
  });

  describe('failures', () => {
    check('a pattern that does not compile is rg_error', async () => {
      const root = await rootWith({ 'a.txt': '(\n' });
      const outcome = await callGrep({ root, pattern: '(', engine });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'rg_error', exit_code: 2 } });
      expect(!outcome.ok && outcome.error.message).toMatch(/^search for "\(" failed: \S/);
    });

    check('a pattern that does not compile is told without advice on options', async () => {
      const root = await rootWith({ 'a.txt': '(\n' });
      for (const pattern of ['a(?=b)', String.raw`(a)\1`, String.raw`a\nb`, 'a\nb(', `${'é'.repeat(9_999)}(`]) {
        const outcome = await callGrep({ root, pattern, engine });
        const message = outcome.ok ? '' : outcome.error.message.replace(JSON.stringify(pattern), '');
        expect(message).toMatch(/^search for {2}failed: [^\n]+$/);
        expect(message).not.toMatch(/--|-U|PCRE|[Cc]onsider|^rg: |regex parse error/);
      }
    });

    check('a pattern with NUL is rg_error', async () => {
      const outcome = await callGrep({ root: await rootWith({}), pattern: 'a\0b', engine });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'rg_error' } });
    });

    check('what cannot be read is told', async () => {
      const root = await rootWith({ 'a.txt': 'needle\n', 'closed/b.txt': 'needle\n', 'shut.txt': 'needle\n' });
      const bin = await withoutRights(engine.name, root);
      const closed = [path.join(root, 'closed'), path.join(root, 'shut.txt')];
      for (const one of closed) await chmod(one, 0o000);
      const serverEnv = { ...process.env, PATH: bin };
      const found = await find({ root, pattern: 'needle', serverEnv });
      const none = await find({ root, pattern: 'nothing like it', serverEnv });
      for (const one of closed) await chmod(one, 0o700);
      expect(texts(found)).toEqual(['a.txt|1|needle']);
      for (const { unreadable } of [found, none]) {
        expect(unreadable).toEqual([
          // The user who runs the tests may list the folder even if the engine may not.
          expect.stringMatching(/^closed(?:\/b\.txt)?: Permission denied/),
          expect.stringMatching(/^shut\.txt: Permission denied/),
        ]);
      }
      expect(renderMatches(none)).toMatch(/^\[no matches\]\n\[could not be read: closed[^:]*: Permission denied/);
    });

    check('what cannot be read does not hide what can', async () => {
      const root = await rootWith({ 'a.txt': 'needle\n', 'closed/b.txt': 'needle\n' });
      await chmod(path.join(root, 'closed'), 0o000);
      const result = await find({ root, pattern: 'needle' });
      const none = await find({ root, pattern: 'nothing like it' });
      await chmod(path.join(root, 'closed'), 0o700);
      expect(texts(result)).toContain('a.txt|1|needle');
      expect(none.matches).toEqual([]);
    });

    for (const given of ['missing', 'out', 'pipe']) {
      check(`path "${given}" is invalid_path`, async () => {
        const root = await rootWith({ 'a.txt': '' });
        await symlink('/', path.join(root, 'out'));
        execFileSync('mkfifo', [path.join(root, 'pipe')]);
        const outcome = await callGrep({ root, pattern: 'x', paths: ['a.txt', given], engine });
        expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_path' } });
        expect(!outcome.ok && outcome.error.message).toContain(`"${given}"`);
      });
    }
  });
}
