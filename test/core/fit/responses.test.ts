import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { paginatedListResponse } from '../../../src/fit/paginated-list.ts';
import { scanResponse } from '../../../src/fit/scan-response.ts';
import { traceResponse } from '../../../src/fit/trace-response.ts';
import { truncateResponse } from '../../../src/fit/truncate-response.ts';
import { wrapResponse } from '../../../src/fit/wrap-response.ts';
import { resultBytes } from '../../../src/mcp/tool-result.ts';
import { createSummary } from '../../../src/text/summary.ts';
import { structured } from './invariants-of.ts';

test('a summary says counts, and cuts the action before them', () => {
  expect(createSummary('Found bugs', { count: 15, bySeverity: { critical: 3, high: 0, low: 12 } })).toBe(
    'Found bugs: 15 total (3 critical, 12 low)',
  );
  expect(createSummary('Listed', { count: 1 })).toBe('Listed: 1 items');
  const long = createSummary('x'.repeat(500), { count: 3 });
  expect([long.length, long.endsWith('…: 3 items')]).toEqual([100, true]);
});

test('data is cut in the forms of the contract', () => {
  const long = Array.from({ length: 12 }, (_, i) => i);
  expect(truncateResponse(long)).toEqual({ items: long.slice(0, 10), totalCount: 12, showing: 10 });
  expect(truncateResponse('x'.repeat(501))).toBe(`${'x'.repeat(500)}...`);
  expect(truncateResponse(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}...`);
  expect(truncateResponse({ a: { b: { c: { d: [1], e: 2 } } } })).toEqual({
    a: { b: { c: { d: '[truncated]', e: 2 } } },
  });
  expect(truncateResponse({ a: { b: { c: long } } })).toEqual({ a: { b: { c: '[truncated]' } } });
  expect(truncateResponse({ short: [1, 'two', null], n: 1 })).toEqual({ short: [1, 'two', null], n: 1 });
});

test('a list is paged to its end, ten at a time', () => {
  const items = Array.from({ length: 23 }, (_, i) => ({
    id: `s${i}`,
    name: `Session\n${i} ${'🙂'.repeat(40)}`,
    severity: i === 0 ? 'HIGH' : 'odd',
  }));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = paginatedListResponse(items, {
      domain: 'session',
      labelField: 'name',
      severityField: 'severity',
      cursor,
    });
    if (page === undefined) return expect.fail('its own cursor was refused');
    expect(page).toMatchObject({ summary: '23 sessions', success: true, totalCount: 23, count: page.items.length });
    for (const { label } of page.items) expect(label).toMatch(/^Session \d+ (🙂)+…$/u);
    expect(page.hasMore).toBe(page.nextCursor !== undefined);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(items.map(({ id }) => id));
  expect(paginatedListResponse(items, { domain: 'session', severityField: 'severity' }).items[0]).toEqual({
    id: 's0',
    label: 's0',
    severity: 'high',
  });
});

test('a cursor of another list is no cursor', () => {
  const items = Array.from({ length: 30 }, (_, i) => ({ id: String(i) }));
  const { nextCursor } = paginatedListResponse(items, { domain: 'session' });
  for (const cursor of ['', 'x', '%', 'WzEsMl0', `${nextCursor}x`])
    expect(paginatedListResponse(items, { domain: 'session', cursor })).toBeUndefined();
  expect(paginatedListResponse(items, { domain: 'agent', cursor: String(nextCursor) })).toBeUndefined();
});

test('a scan shows the five worst findings, and keeps them all', async () => {
  const artifacts = createMemoryArtifactStore();
  const findings = Array.from({ length: 60 }, (_, i) => ({
    id: `b${i}`,
    label: `Bug ${i}`,
    severity: i === 40 ? 'critical' : i % 2 ? 'low' : 'medium',
  }));
  const result = await scanResponse(findings, { action: 'Found bugs', artifacts, domain: 'bugfix' });
  const shown = structured(result);
  expect(shown).toMatchObject({
    summary: 'Found bugs: 60 total (1 critical, 29 medium, 30 low)',
    count: 60,
    hasMore: true,
    truncated: true,
  });
  expect((shown['items'] as { id: string }[]).map(({ id }) => id)).toEqual(['b40', 'b0', 'b2', 'b4', 'b6']);
  expect(resultBytes(result)).toBeLessThanOrEqual(2048);
  expect((await artifacts.list())?.artifacts).toMatchObject([
    { ref: shown['artifactRef'], bytes: JSON.stringify(findings).length },
  ]);
});

test('a small scan is shown whole', async () => {
  const artifacts = createMemoryArtifactStore();
  const shown = structured(await scanResponse([{ id: 'a', severity: 'low' }], { action: 'Scanned', artifacts }));
  expect(shown).toEqual({
    summary: 'Scanned: 1 total (1 low)',
    success: true,
    count: 1,
    bySeverity: { low: 1 },
    items: [{ id: 'a', label: 'a', severity: 'low' }],
    hasMore: false,
  });
});

test('a trace shows how it began, how it ended and what went wrong', async () => {
  const events = Array.from({ length: 90 }, (_, i) => ({
    at: i,
    type: i === 50 ? 'error' : 'step',
    ...(i === 50 && { error: 'socket hang up' }),
  }));
  const result = await traceResponse(
    { traceId: 't1', status: 'failed', durationMs: 12, events },
    { artifacts: createMemoryArtifactStore(), success: false },
  );
  expect(structured(result)).toMatchObject({
    summary: 'Trace t1: failed (12ms, 90 events)',
    success: false,
    artifactRef: expect.stringMatching(/^ax:\/\/trace\//),
    eventCount: 90,
    errorCount: 1,
    errorSummary: 'socket hang up',
    startEvent: events[0],
    endEvent: events[89],
  });
  expect(resultBytes(result)).toBeLessThanOrEqual(1536);
});

test('what a digest leaves out of few findings, or of a short trace, is kept', async () => {
  const artifacts = createMemoryArtifactStore();
  const small = await scanResponse([{ id: 'a', severity: 'HIGH', label: 'short' }, { id: 'b' }], {
    action: 'x',
    artifacts,
  });
  expect(structured(small)).not.toHaveProperty('artifactRef');
  for (const finding of [
    { id: 'a', label: 'long '.repeat(20) },
    { id: 'a', file: 'a.ts' },
    { id: 'a', severity: 'odd' },
  ]) {
    expect(structured(await scanResponse([finding], { action: 'x', artifacts }))).toHaveProperty('artifactRef');
  }
  const trace = { traceId: 't', status: 'failed', durationMs: 1, events: ['a', 'b'], error: { message: 'no' } };
  expect(structured(await traceResponse(trace, { artifacts }))).not.toHaveProperty('artifactRef');
  const error = { message: 'no', code: 'E_GONE' };
  expect(structured(await traceResponse({ ...trace, error }, { artifacts }))).toHaveProperty('artifactRef');
});

test('what throws when it is read, and holes, are told of as far as can be', async () => {
  const unreadable = new Proxy(
    {},
    {
      get: () => {
        throw new Error('read');
      },
    },
  ) as { id: string };
  const nameless = { id: Object.create(null) as string };
  const items = [unreadable, nameless, null, undefined, { id: 'x'.repeat(100_000) }] as { id: string }[];
  const page = paginatedListResponse([...items, ...Array<{ id: string }>(3)], { domain: 'item' });
  expect(page.count).toBe(8);
  expect(JSON.stringify(page).length).toBeLessThan(2000);
  expect(structured(await scanResponse(items, { action: 'Found' }))).toMatchObject({ count: 5 });
  expect(structured(await wrapResponse(unreadable, { summary: 's' }))).toMatchObject({ success: true });
  const claimed = { content: [1n], _meta: { 'jeeves/final': true } };
  expect(structured(await wrapResponse(claimed, { summary: 's' }))).toMatchObject({ success: true });
});

test.each([Number.NaN, 0, -1, 1.5])('a page of %s items shows one at least, and goes on', (limit) => {
  const items = Array.from({ length: 3 }, (_, i) => ({ id: `i${i}` }));
  expect(paginatedListResponse(items, { domain: 'item', limit })).toMatchObject({ count: 1, hasMore: true });
});

test('a cursor of a list with a long name is its own', () => {
  const items = Array.from({ length: 12 }, (_, i) => ({ id: `i${i}` }));
  const domain = 'd'.repeat(3000);
  const { nextCursor } = paginatedListResponse(items, { domain });
  expect(paginatedListResponse(items, { domain, cursor: nextCursor })?.count).toBe(2);
});

test('a scan left out labels and severities to show five findings: it shows fewer, and those whole', async () => {
  const severities = ['low', 'critical', 'high', 'medium'];
  const label = 'x'.repeat(50);
  const findings = Array.from({ length: 40 }, (_, i) => ({ id: `b${i}`, severity: severities[i % 4], label }));
  const artifacts = createMemoryArtifactStore();
  const result = await scanResponse(findings, { action: 'Found bugs', artifacts });
  const { items, hasMore } = structured(result) as { items: object[]; hasMore: boolean };
  expect(items.length).toBeGreaterThanOrEqual(3);
  for (const item of items) expect(item).toMatchObject({ severity: 'critical', label });
  expect([hasMore, resultBytes(result) <= 2048]).toEqual([true, true]);
});

test('a page of a list has as many items as 2 KB hold, and the next begins behind them', async () => {
  const items = Array.from({ length: 20 }, (_, i) => ({ id: `${i}-${'i'.repeat(200)}` }));
  const seen: string[] = [];
  for (let cursor: string | undefined; seen.length < items.length; ) {
    const page = paginatedListResponse(items, { domain: 'session', cursor });
    if (page === undefined) throw new Error('no page');
    const result = await wrapResponse(page, { summary: page.summary, artifacts: createMemoryArtifactStore() });
    expect(resultBytes(result)).toBeLessThanOrEqual(2048);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(items.map(({ id }) => id));
});
