import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { bundle, moduleOf } from '../../.build/bundle.ts';
import { packRanks } from '../../.build/pack-ranks.ts';
import { BIN, CLIENT, CLOUDFLARE, CORE, TOKENIZER, WORKER } from '../../.build/targets.ts';
import { unpackRanks } from '../../.build/unpack-ranks.ts';
import { ROOT } from './started.ts';

const TIMEOUT = 120_000;
/** Bundled once for all tests. */
const bin = bundle(BIN);
const tokenizer = bundle(TOKENIZER);

test(
  'the Cloudflare bundle is under 1.2 MB gzipped and needs nothing beside it',
  async () => {
    const built = moduleOf(await bundle(CLOUDFLARE));
    // Measured with Node's gzip, as wrangler does. Deno's gzip gives 3 kB more.
    if (!('Deno' in globalThis)) expect(gzipSync(Buffer.from(built.text)).byteLength).toBeLessThan(1_200_000);
    expect(built.text).not.toMatch(/\bfrom\s*["'](node:|[a-z@][\w/.-]*["'])/);
    expect(built.text).not.toMatch(/\brequire\(["']/);
  },
  TIMEOUT,
);

test(
  "the packed tokenizer table unpacks to the library's own",
  () => {
    const unpacked = unpackRanks(packRanks(ranks));
    expect(unpacked.length).toBe(199_998);
    // A single comparison of strings, because a diff of 199,998 entries would be unreadable.
    expect(JSON.stringify(unpacked) === JSON.stringify(ranks)).toBe(true);
  },
  TIMEOUT,
);

test.each([
  ['the core', CORE],
  ['the worker for other hosts', WORKER],
  ['its client', CLIENT],
])(
  '%s needs nothing beside it but the tokenizer, and nothing of Node',
  async (_, target) => {
    const metafiles: Metafile[] = [];
    await bundle(target, (metafile) => metafiles.push(metafile));
    const asked = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((one) => one.imports));
    expect(new Set(asked.filter((one) => one.external === true).map((one) => one.path))).toEqual(
      new Set(target === CLIENT ? [] : ['mcp-pruner:tokenizer']),
    );
  },
  TIMEOUT,
);

test(
  'who bundles pruneText alone gets neither the tokenizer nor the schemas of the tools',
  async () => {
    const files = new Map((await bundle(CORE)).map(({ path, text }) => [path, text]));
    const core = moduleOf(await bundle(CORE)).path;
    const built: Plugin = {
      name: 'built',
      setup(build) {
        build.onResolve({ filter: /./ }, ({ path: to, importer }) => ({
          path: importer === '' || importer === '<stdin>' ? core : path.resolve(path.dirname(importer), to),
          namespace: 'built',
          sideEffects: false,
        }));
        build.onLoad({ filter: /./, namespace: 'built' }, ({ path }) => ({ contents: files.get(path) ?? '' }));
      },
    };
    const stdin = {
      contents: `import { pruneText } from 'core'; console.log(pruneText({ text: 'a', question: 'b' }));`,
    };
    const made = await build({ stdin, bundle: true, minify: true, write: false, format: 'esm', plugins: [built] });
    const text = made.outputFiles[0]?.text ?? '';
    expect(text).not.toMatch(/tokenizer|ZodError/);
    expect(text.length).toBeGreaterThan(100_000);
    // Of these, 25,000 are escaped words of other languages.
    expect(text.length).toBeLessThan(230_000);
  },
  TIMEOUT,
);

test(
  'the built tokenizer counts as the library does, over a corpus',
  async () => {
    const { text } = moduleOf(await tokenizer);
    const built = (await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)) as {
      readonly countTokens: typeof countTokens;
    };
    const folders = ['docs', 'src', 'test/fixtures'].map((folder) =>
      readdir(`${ROOT}${folder}`, { recursive: true, withFileTypes: true }),
    );
    const files = (await Promise.all(folders)).flat().filter((one) => one.isFile());
    const texts = await Promise.all(files.map((one) => readFile(path.join(one.parentPath, one.name), 'utf8')));
    const odd = [
      '',
      '\ud800',
      'naïve café 漢字 한국어 русский 😀👍🏽 \u0301',
      '<|endoftext|>',
      '\ufeff\u0000',
      ' '.repeat(300),
    ];
    const all = [...texts.map((one) => one.slice(0, 200_000)), ...odd];
    const plain = { disallowedSpecial: new Set<string>() };
    expect(all.length).toBeGreaterThan(400);
    expect(all.map((one) => built.countTokens(one, plain))).toEqual(all.map((one) => countTokens(one, plain)));
  },
  TIMEOUT,
);

test('wrangler deploys the built file as it is', async () => {
  const config = await readFile(`${ROOT}wrangler.toml`, 'utf8');
  expect(config).toContain(`main = "${CLOUDFLARE.options.outfile}"`);
  expect(config).toContain('no_bundle = true');
  expect(config).toMatch(/^compatibility_date = "2026-07-15"$/m);
});

test(
  'a start loads one file, the tools one more, and every part that another asks for is there',
  async () => {
    const files = [...(await bin), ...(await tokenizer)];
    const entry = moduleOf(files);
    const texts = new Map(files.map(({ path: file, text }) => [path.relative(path.dirname(entry.path), file), text]));
    const asked = (part: string, how: RegExp): string[] =>
      [...(texts.get(part) ?? '').matchAll(how)].map(([, to = '']) => path.join(path.dirname(part), to));
    const loaded = /(?:import|export)(?:\{[^}]*\}from)?"(\.[^"]+\.js)"/g;
    for (const part of [...texts.keys()].filter((name) => name.endsWith('.js'))) {
      for (const to of [...asked(part, loaded), ...asked(part, /import\("(\.[^"]+)"\)/g)])
        expect(texts.has(to), `${part} asks for ${to}`).toBe(true);
    }
    expect(asked('index.js', loaded)).toEqual([]);
    expect(new Set(asked('bin/tools.js', loaded))).toEqual(new Set(['index.js']));
    expect(asked('bin/ledger-process.js', loaded)).toEqual([]);
  },
  TIMEOUT,
);

test(
  'the parts of the bin are ASCII, which takes an engine half the bytes',
  async () => {
    const files = await bin;
    expect(files.filter(({ text }) => /[^\x20-\x7e\t\r\n]/.test(text)).map(({ path: file }) => file)).toEqual([]);
  },
  TIMEOUT,
);
