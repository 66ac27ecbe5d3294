import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ArtifactInfo, ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { openStore, type StoreKind } from '../runtime/artifacts/open-store.ts';
import type { Figure } from './figure.ts';
import { peakKb } from './peak-memory.ts';
import { type Spread, shown, spreadOf } from './side-by-side.ts';

const LARGE_BYTES = 100 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;
const SMALL_BYTES = 10 * 1024;
const SMALL_RUNS = 101;
/** Number of artifacts that are put into one folder before anything is timed. Divides the total evenly. */
const FEW = 50;

const encoder = new TextEncoder();

function toPage(seed: number): Uint8Array {
  let page = '';
  for (let n = seed * 1_000; page.length < PAGE_BYTES; n++) {
    page += `2026-11-21T10:${n % 60}:07Z worker[${n % 97}] request ${n} took ${(n * 7919) % 1009} ms at /v1/items/${n * 31}\n`;
  }
  return encoder.encode(page.slice(0, PAGE_BYTES));
}

// Made before the measurement, so that garbage from making bodies is not attributed to the store.
const PAGES: readonly Uint8Array[] = Array.from({ length: 40 }, (_, i) => toPage(i));

/** Yields lines of a log, `bytes` bytes in total; each seed gives another log. */
function* logLines(bytes: number, seed = 0): Generator<Uint8Array> {
  const head = encoder.encode(`log ${seed}\n`).subarray(0, bytes);
  yield head;
  for (let left = bytes - head.length, n = 0; left > 0; left -= PAGE_BYTES) {
    yield (PAGES[n++ % PAGES.length] as Uint8Array).subarray(0, left);
  }
}

const put = (store: ArtifactStore, bytes: number, seed?: number): Promise<ArtifactInfo> =>
  store.put({ domain: 'bench', mimeType: 'text/plain', body: logLines(bytes, seed) });

interface Large {
  /** Peak rise of resident memory in kB, while 100 MB were stored and then paged through. */
  readonly riseKb: number;
  readonly putMs: number;
  /** Mean milliseconds for a page of 64 KiB, over all pages from start to end. */
  readonly pageMs: number;
}

/** Measures a large artifact. Only valid in a new process. */
async function large(store: ArtifactStore): Promise<Large> {
  await store.read(await put(store, PAGE_BYTES));
  const before = process.memoryUsage().rss / 1024;
  const from = performance.now();
  const info = await put(store, LARGE_BYTES);
  const stored = performance.now();
  let bytes = 0;
  let pages = 0;
  for (; bytes < LARGE_BYTES; pages++) {
    const page = await store.read(info, { offset: bytes, length: PAGE_BYTES });
    bytes += page?.length ?? Number.NaN;
    // Frees the page, because pages held by the reader are not memory of the store.
    (page?.buffer as { transfer?: (bytes: number) => unknown } | undefined)?.transfer?.(0);
  }
  if (bytes !== LARGE_BYTES) throw new Error('not all of it could be read back');
  const riseKb = peakKb() - before;
  return { riseKb, putMs: stored - from, pageMs: (performance.now() - stored) / pages };
}

interface Small {
  readonly put: Spread;
  readonly read: Spread;
}

/**
 * Puts small artifacts into a folder. The file store scans its folder after each put, so artifacts are made in small
 * folders and moved together. An artifact is one file.
 */
async function fill(kind: StoreKind, folder: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += FEW) {
    const some = kind === 'files' ? path.join(folder, 'some') : folder;
    const { store, database } = await openStore(kind, some);
    const puts = Array.from({ length: FEW }, (_, i) => put(store, 100, from + i));
    await Promise.all(puts);
    await store.usage();
    database?.close();
    if (some === folder) continue;
    for (const name of readdirSync(some)) renameSync(path.join(some, name), path.join(folder, name));
    rmSync(some, { recursive: true });
  }
}

/** Times an artifact of 10 KB in a store with `beside` other artifacts. */
async function small(store: ArtifactStore, beside: number): Promise<Small> {
  const { artifacts } = await store.usage();
  if (artifacts !== beside) throw new Error(`there are ${artifacts} artifacts, not ${beside}`);
  const [puts, reads]: [number[], number[]] = [[], []];
  for (let i = 0; i < SMALL_RUNS; i++) {
    const from = performance.now();
    const info = await put(store, SMALL_BYTES, beside + i);
    puts.push(performance.now() - from);
    // The file store frees space after a put. Wait for that, because agents ask for an artifact much later.
    await store.usage();
    const room = performance.now();
    await store.read(info);
    reads.push(performance.now() - room);
  }
  return { put: spreadOf(puts), read: spreadOf(reads) };
}

function inChild<T>(kind: StoreKind, ...what: readonly string[]): T {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), kind, ...what], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`the child that measures ${kind} failed: ${child.stderr}`);
  return JSON.parse(child.stdout) as T;
}

/** Measures artifacts of 100 MB and small ones, each in its own process. */
export function* benchArtifacts(): Generator<Figure> {
  for (const kind of ['files', 'sqlite'] as const) {
    const named = (what: string): string => `artifacts, ${kind}: ${what}`;
    const big = inChild<Large>(kind, 'large');
    yield { name: named('memory for 100 MB'), measured: big.riseKb, unit: 'kB', goal: 40_000 };
    yield { name: named('100 MB stored'), measured: big.putMs, unit: 'ms' };
    yield { name: named('a page of them, 64 KiB'), measured: big.pageMs, unit: 'ms', goal: 10 };
    const few = inChild<Small>(kind, 'small', '50');
    yield inMs(named('10 KB stored'), few.put, 4);
    yield inMs(named('10 KB read'), few.read, 4);
    const many = inChild<Small>(kind, 'small', '5000');
    yield inMs(named('10 KB stored beside 5,000'), many.put, 40);
    yield inMs(named('10 KB read beside 5,000'), many.read, 4);
  }
}

function inMs(name: string, time: Spread, goal: number): Figure {
  return { name, measured: time.median, unit: 'ms', goal, note: shown(time, 'ms', 2) };
}

/** Entry point of the child processes. */
async function main(kind: StoreKind, what: string, beside: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-'));
  try {
    if (what === 'small') await fill(kind, folder, Number(beside));
    const { store } = await openStore(kind, folder);
    process.stdout.write(JSON.stringify(what === 'large' ? await large(store) : await small(store, Number(beside))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await main(...(process.argv.slice(2) as [StoreKind, string, string]));
