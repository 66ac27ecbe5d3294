import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteFile } from '../../launcher/storage/open-sqlite-file.ts';
import type { NewSegment } from '../../src/context/context-store.ts';
import { linksOf } from '../../src/context/links/links-of.ts';
import { previewOf } from '../../src/context/search/preview.ts';
import { SEGMENT_TYPES } from '../../src/context/segment.ts';
import { createContextTools } from '../../src/context/tools/context-tools.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { MIGRATIONS } from '../../src/storage/migrations.ts';
import { createSqlContexts } from '../../src/storage/sql-context-store.ts';
import { loadO200k } from '../../src/tokens/o200k.ts';
import { type Figure, isOver, toTable } from './figure.ts';

const PROJECT = 'bench';
const RUNS = 100;
/** Of what takes a second each. */
const FEW_RUNS = 20;
/** Calls before any is counted: an engine compiles what runs often. */
const WARM_UP = 5;
const STASHED_AT_ONCE = 100;
/** Each takes others: ten thousand segments have a hundred times a hundred. */
const STASHES = 80;
const ADDED_AT_ONCE = 200;

const WORDS =
  'request response retry timeout handler parser buffer stream token cache worker session client server config error status value index segment context account order payment ledger query schema column migrate deploy build test assert expect module import export return const async await promise'.split(
    ' ',
  );

/** Source-like text of about `tokens` tokens; another one for each seed. */
function textOf(seed: number, tokens: number): string {
  let state = (seed * 2654435761) >>> 0;
  const next = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % most;
  };
  const word = (): string => WORDS[next(WORDS.length)] as string;
  const lines = [`export function ${word()}${seed}Handler() {`];
  for (let count = 8; count < tokens; count += 10) {
    lines.push(`  const ${word()}${next(5000)} = ${word()}.${word()}(${next(100)}, '${word()} ${word()}');`);
  }
  return lines.join('\n');
}

function segmentOf(seed: number, tokens: number): NewSegment {
  const id = `segment-${seed}`;
  const text = textOf(seed, tokens);
  const file = seed % 3 === 0 ? `src/part${seed % 40}/file${seed % 700}.ts` : null;
  const lines = seed % 6 === 0 ? { start: (seed % 50) * 10 + 1, end: (seed % 50) * 10 + 80 } : null;
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
  };
}

interface Times {
  readonly analyze: number;
  readonly gcAnalyze: number;
  readonly search: number;
  readonly stash: number;
  /** Resident memory at its highest beyond what the process had before anything was opened, in kB. */
  readonly riseKb: number;
  readonly fill: number;
}

/** The 95th percentile of how long `run` takes, in milliseconds. */
async function p95(run: (i: number) => Promise<unknown>, runs: number = RUNS): Promise<number> {
  for (let i = 0; i < WARM_UP; i++) await run(-1);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await run(i);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.ceil(runs * 0.95) - 1] as number;
}

async function measure(folder: string, segments: number, tokens: number): Promise<Times> {
  await loadO200k();
  const before = process.memoryUsage().rss / 1024;
  const file = path.join(folder, 'context.sqlite');
  const database = await openSqliteFile({ file, migrations: MIGRATIONS, onSetAside: () => {} });
  const store = createSqlContexts(database).of('local');
  const start = performance.now();
  for (let from = 0; from < segments; from += ADDED_AT_ONCE) {
    const some = Array.from({ length: Math.min(ADDED_AT_ONCE, segments - from) }, (_, i) =>
      segmentOf(from + i, tokens),
    );
    // Half is working, half stashed before: both sides of the store are full.
    await store.add(PROJECT, some, from < segments / 2 ? 'stashed' : 'working');
  }
  await store.move(
    PROJECT,
    Array.from({ length: segments }, (_, i) => `segment-${i}`),
    { from: ['stashed'], to: 'working' },
  );
  const fill = performance.now() - start;
  const deps = { store, loadTokenCounter: loadO200k, prune: async () => undefined, newId: () => 'x' };
  const tools = createContextTools(deps);
  const call = async (name: string, args: object): Promise<void> => {
    const tool = tools.find((one) => one.name === name) as SharedTool;
    const given = tool.arguments.parse({ project_id: PROJECT, ...args });
    const result = await tool.execute(given, { signal: new AbortController().signal });
    if (result.isError === true) throw new Error(JSON.stringify(result.structuredContent));
  };
  const limit = segments * tokens;
  const runs = segments > 10_000 ? FEW_RUNS : RUNS;
  const analyze = await p95(() => call('context_analyze_usage', { token_limit: limit }), runs);
  const gcAnalyze = await p95(() => call('context_gc_analyze', { target_tokens: Math.floor(limit / 10) }), runs);
  let next = 0;
  const hundred = (): string[] => Array.from({ length: STASHED_AT_ONCE }, () => `segment-${next++}`);
  const stash = await p95(() => call('context_stash', { segment_ids: hundred() }), STASHES);
  await store.move(
    PROJECT,
    Array.from({ length: segments }, (_, i) => `segment-${i}`),
    { from: ['working'], to: 'stashed' },
  );
  const search = await p95((i) =>
    call('context_search_stashed', {
      query: `${WORDS[(i + 1) % 40]} ${WORDS[(i + 11) % 40]}${i + 40} retry segment-${i + 50}`,
    }),
  );
  const riseKb = process.resourceUsage().maxRSS - before;
  database.close();
  return { analyze, gcAnalyze, search, stash, riseKb, fill };
}

function inChild(segments: number, tokens: number): Times {
  const heap = segments > 10_000 ? 1024 : 128;
  // Bounded, since an engine that is not takes what it likes before it collects.
  const child = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heap}`, fileURLToPath(import.meta.url), String(segments), String(tokens)],
    {
      encoding: 'utf8',
    },
  );
  if (child.status !== 0) throw new Error(`the child that measures the context store failed: ${child.stderr}`);
  return JSON.parse(child.stdout) as Times;
}

/** The context tools over 10,000 segments of 2,000 tokens, and how they grow with ten times as many small ones. */
export function benchContext(): readonly Figure[] {
  const full = inChild(10_000, 2000);
  const few = inChild(10_000, 100);
  const many = inChild(100_000, 100);
  const note = 'p95, 10,000 segments, 20 million tokens';
  const grown = (name: keyof Times): Figure => ({
    name: `context, ${name}: 100,000 segments`,
    measured: many[name] / few[name],
    unit: 'times',
    bound: 15,
    note: `of 10,000, with 100 tokens each: ${many[name].toFixed(0)} ms`,
  });
  return [
    { name: 'context, analyze', measured: full.analyze, unit: 'ms', bound: 100, note },
    { name: 'context, gc_analyze', measured: full.gcAnalyze, unit: 'ms', bound: 100, note },
    { name: 'context, search', measured: full.search, unit: 'ms', bound: 50, note },
    { name: 'context, stash of 100', measured: full.stash, unit: 'ms', bound: 100, note },
    {
      name: 'context, memory',
      measured: full.riseKb,
      unit: 'kB',
      bound: 200_000,
      note: 'beyond the tokenizer’s, with a heap of 128 MB at most',
    },
    ...(['analyze', 'gcAnalyze', 'search', 'stash'] as const).map(grown),
  ];
}

/** `node test/bench/context.ts`: every figure with its bound; exits with 1 where one is over. */
async function main(segments: string | undefined, tokens: string | undefined): Promise<void> {
  if (segments === undefined) {
    const figures = benchContext();
    process.stdout.write(`${toTable(figures)}\n`);
    if (figures.some(isOver)) process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-'));
  try {
    process.stdout.write(JSON.stringify(await measure(folder, Number(segments), Number(tokens))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await main(...(process.argv.slice(2) as [string?, string?]));
