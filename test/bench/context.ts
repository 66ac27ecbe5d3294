import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteFile } from '../../launcher/platform/sqlite/open-sqlite-file.ts';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import type { ContextStore, NewSegment } from '../../src/context/context-store.ts';
import { lineSketchOf } from '../../src/context/links/line-sketch.ts';
import { linksOf } from '../../src/context/links/links-of.ts';
import { previewOf } from '../../src/context/search/preview.ts';
import { SEGMENT_TYPES } from '../../src/context/segment.ts';
import { createSqlContexts } from '../../src/context/sql/sql-context-store.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { MIGRATIONS } from '../../src/storage/migrations.ts';
import { createContextTools } from '../../src/tools/context/context-tools.ts';
import type { Figure } from './figure.ts';
import { peakKb } from './peak-memory.ts';

const PROJECT = 'bench';
const RUNS = 100;
/**
 * Runs with each store of the growth comparison. The larger store has ten times as many segments, so its calls take ten
 * times as long.
 */
const GROWTH_RUNS = 20;
/** Uncounted calls at the start, because the JavaScript engine first has to compile the code. */
const WARM_UP = 5;
const STASHED_AT_ONCE = 100;
/** Number of stashes. Each takes other segments, and ten thousand segments are enough for 100 stashes. */
const STASHES = 80;
/** Segments that are stashed and retrieved before each timed call, as an agent would do between two calls. */
const CHANGED = 100;
const ADDED_AT_ONCE = 200;
/** Segments that are added through the tool during the measurement. */
const ADDED = 200;
const ADDED_AT_A_CALL = 20;

const WORDS =
  'request response retry timeout handler parser buffer stream token cache worker session client server config error status value index segment context account order payment ledger query schema column migrate deploy build test assert expect module import export return const async await promise'.split(
    ' ',
  );

/** Number of functions that each text calls, among the `CALLED` texts before it. */
const CALLS = 5;
const CALLED = 60;

function nameOf(seed: number): string {
  return `${WORDS[seed % WORDS.length]}${seed}Handler`;
}

/**
 * Returns source-like text of about `tokens` tokens, different for each seed. It defines one function and calls some of
 * the others.
 */
function textOf(seed: number, tokens: number): string {
  let state = (seed * 2654435761) >>> 0;
  const next = (max: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % max;
  };
  const word = (): string => WORDS[next(WORDS.length)] as string;
  const lines = [`export function ${nameOf(seed)}() {`];
  for (let i = 0; i < CALLS; i++) lines.push(`  ${nameOf(Math.max(0, seed - 1 - next(CALLED)))}();`);
  for (let count = 8 + CALLS * 7; count < tokens; count += 10) {
    lines.push(`  const ${word()}${next(5000)} = ${word()}.${word()}(${next(100)}, '${word()} ${word()}');`);
  }
  return lines.join('\n');
}

function segmentOf(seed: number, tokens: number): NewSegment {
  const id = `segment-${seed}`;
  const text = textOf(seed, tokens);
  const file = seed % 3 === 1 ? `src/part${seed % 40}/file${seed % 700}.ts` : null;
  const lines = seed % 6 === 1 ? { start: (seed % 50) * 10 + 1, end: (seed % 50) * 10 + 80 } : null;
  return {
    ...{
      id,
      text,
      file,
      lines,
      type: SEGMENT_TYPES[seed % 6] ?? 'log',
      hash: `${seed}`,
      tokens,
      preview: previewOf(text),
    },
    ...{ task: `task-${seed % 20}`, createdAt: null, pinned: seed % 500 === 0, tags: [], topic: null },
    links: linksOf({ id, text, file, tags: [] }),
    sketch: seed % 6 === 1 ? lineSketchOf(text) : '',
  };
}

interface Times {
  /** Milliseconds of the very first call. */
  readonly first: number;
  readonly analyze: number;
  readonly gcAnalyze: number;
  readonly search: number;
  readonly stash: number;
  /** Peak rise of resident memory since before the store was opened, in kB. */
  readonly riseKb: number;
}

/** Returns the 95th percentile of the milliseconds that `run` takes. `before` runs before each call, untimed. */
async function p95(
  run: (i: number) => Promise<unknown>,
  { runs, before = async () => {} }: { readonly runs: number; readonly before?: () => Promise<unknown> },
): Promise<number> {
  for (let i = 0; i < WARM_UP; i++) {
    await before();
    await run(-1);
  }
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    await before();
    const start = performance.now();
    await run(i);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.ceil(runs * 0.95) - 1] as number;
}

async function open(file: string): Promise<{ readonly store: ContextStore; close(): void }> {
  const database = await openSqliteFile({ file, migrations: MIGRATIONS, onSetAside: () => {} });
  return { store: createSqlContexts(database).of('local'), close: () => database.close() };
}

/** Fills a store as many sessions would. */
async function fill(file: string, segments: number, tokens: number): Promise<void> {
  const { store, close } = await open(file);
  for (let from = 0; from < segments; from += ADDED_AT_ONCE) {
    const count = Math.min(ADDED_AT_ONCE, segments - from);
    const some = Array.from({ length: count }, (_, i) => segmentOf(from + i, tokens));
    await store.add(PROJECT, some, 'working');
  }
  close();
}

/** Times one session on a full store, with every tool that reads or moves many of its segments. */
async function measure(file: string, segments: number, tokens: number, runs: number): Promise<Times> {
  await loadO200k();
  const atFirst = process.memoryUsage().rss / 1024;
  const { store, close } = await open(file);
  const deps = { store, loadTokenCounter: loadO200k, prune: async () => undefined, newId: () => 'x' };
  const tools = createContextTools(deps);
  const call = async (name: string, args: object): Promise<void> => {
    const tool = tools.find((one) => one.name === name) as SharedTool;
    const given = tool.arguments.parse({ project_id: PROJECT, ...args });
    const result = await tool.execute(given, { signal: new AbortController().signal });
    if (result.isError === true) throw new Error(JSON.stringify(result.structuredContent));
  };
  const limit = segments * tokens;
  const start = performance.now();
  await call('context_analyze_usage', { token_limit: limit });
  const first = performance.now() - start;
  let changed = 0;
  // Moves segments that are far apart in the store.
  const before = async (): Promise<void> => {
    const ids = Array.from({ length: CHANGED }, () => `segment-${(changed++ * 97) % segments}`);
    await store.move(PROJECT, ids, { from: ['working'], to: 'stashed', collect: true });
    await store.move(PROJECT, ids, { from: ['stashed'], to: 'working' });
  };
  const analyze = await p95(() => call('context_analyze_usage', { token_limit: limit }), { before, runs });
  const target = Math.floor(limit / 10);
  const gcAnalyze = await p95(() => call('context_gc_analyze', { target_tokens: target }), { before, runs });
  let next = 0;
  const hundred = (): string[] => Array.from({ length: STASHED_AT_ONCE }, () => `segment-${next++}`);
  const stash = await p95(() => call('context_stash', { segment_ids: hundred() }), { runs: STASHES });
  // Most segments are stashed at this point; add new ones.
  for (let from = 0; from < ADDED; from += ADDED_AT_A_CALL) {
    const inline = Array.from({ length: ADDED_AT_A_CALL }, (_, i) => {
      return { segment_id: `new-${from + i}`, type: 'log', text: textOf(segments + from + i, tokens) };
    });
    await call('context_stash', { segments: inline });
    const ids = inline.map(({ segment_id }) => segment_id);
    await call('context_retrieve_stashed', { segment_ids: ids, move_to_active: true });
    await call('context_analyze_usage', { token_limit: limit });
  }
  const all = Array.from({ length: segments }, (_, i) => `segment-${i}`);
  await store.move(PROJECT, all, { from: ['working'], to: 'stashed' });
  const word = (i: number): string => WORDS[(i + WORDS.length) % WORDS.length] as string;
  // Every segment has the common words. The third word is common too, or a name that few or no segments have.
  const search = await p95(
    (i) => {
      const rare = i % 4 === 0 ? word(i + 3) : `${word(i + 11)}${i + 40} segment-${i + 50}`;
      return call('context_search_stashed', { query: `${word(i)} retry ${rare}` });
    },
    { runs },
  );
  const riseKb = peakKb() - atFirst;
  close();
  return { first, analyze, gcAnalyze, search, stash, riseKb };
}

/** Runs two processes with the same flags as the launcher (none): one fills a store, the other measures. */
function inChildren(segments: number, tokens: number, runs: number = RUNS): Times {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-'));
  const child = (step: string): string => {
    const given = [step, path.join(folder, 'context.sqlite'), String(segments), String(tokens), String(runs)];
    const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...given], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the child that is to ${step} the context store failed: ${stderr}`);
    return stdout;
  };
  try {
    child('fill');
    return JSON.parse(child('measure')) as Times;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the context tools on 10,000 segments of 2,000 tokens, and how times grow with ten times as many small
 * segments.
 */
export function* benchContext(): Generator<Figure> {
  const note = 'p95, 10,000 segments, 20 million tokens';
  const full = inChildren(10_000, 2000);
  const inMs = (name: string, measured: number, goal: number, said = note): Figure => {
    return { name: `context, ${name}`, measured, unit: 'ms', goal, note: said };
  };
  yield inMs('analyze', full.analyze, 100, `${note}, 100 changed before each`);
  yield {
    name: 'context, analyze for the first time',
    measured: full.first,
    unit: 'ms',
    note: 'all is read, and nothing is compiled yet',
  };
  yield inMs('gc_analyze', full.gcAnalyze, 100, 'the same');
  yield inMs('search', full.search, 50);
  yield inMs('stash of 100', full.stash, 100);
  yield {
    name: 'context, memory',
    measured: full.riseKb,
    unit: 'kB',
    goal: 200_000,
    note: '10,000 segments, at its highest, beyond the tokenizer’s',
  };
  const few = inChildren(10_000, 100, GROWTH_RUNS);
  const many = inChildren(100_000, 100, GROWTH_RUNS);
  for (const name of ['analyze', 'gcAnalyze', 'search', 'stash'] as const) {
    yield {
      name: `context, ${name}: 100,000 segments`,
      measured: many[name] / few[name],
      unit: 'times',
      goal: 15,
      note: `of 10,000, with 100 tokens each: ${many[name].toFixed(1)} ms, ${few[name].toFixed(1)} ms`,
    };
  }
}

/** Entry point of the child processes. */
async function main([step, file = '', segments, tokens, runs]: readonly string[]): Promise<void> {
  if (step === 'fill') return await fill(file, Number(segments), Number(tokens));
  process.stdout.write(JSON.stringify(await measure(file, Number(segments), Number(tokens), Number(runs))));
}

if (import.meta.main) await main(process.argv.slice(2));
