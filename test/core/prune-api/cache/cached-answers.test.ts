import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { Pruner } from '../../../../src/engine/pruner.ts';
import type { AnswerCache } from '../../../../src/prune-api/cache/answer-cache.ts';
import type { PruneContext } from '../../../../src/prune-api/prune-context.ts';
import { createAutoPruner } from '../../../../src/remote-pruner/auto-pruner.ts';
import { SHOP, SHOP_PATH, SHOP_QUESTION, sessionAbout } from '../../../support/shop.ts';
import { sourceText } from '../../engine/texts.ts';
import { replied } from '../test-door.ts';

const QUESTION = 'where is the request timeout parsed?';
const TEXT = sourceText(11, 500);
const LOG = Array.from(
  { length: 400 },
  (_, i) => `12:00:00 ${i % 90 === 3 ? 'ERROR timeout' : 'INFO served'} ${i}`,
).join('\r\n');

const MINIFIED = Array.from({ length: 900 }, (_, i) => `function f${i}(e){return e===${i}?g(e):e}`).join('');

const ASKED = { tool_response: SHOP, path: SHOP_PATH, context_focus_question: SHOP_QUESTION, target_ratio: 0.2 };

function mapCache(): AnswerCache & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return { held, get: async (key) => held.get(key), put: (key, value) => void held.set(key, value) };
}

function counted(pruner: Pruner = createEmbeddedPruner()): Pruner & { calls: number } {
  const counting = {
    calls: 0,
    prune: (...args: Parameters<Pruner['prune']>) => {
      counting.calls += 1;
      return pruner.prune(...args);
    },
  };
  return counting;
}

async function twice(body: object, more: Partial<PruneContext> = {}) {
  const pruner = counted();
  const cache = mapCache();
  const first = await replied(body, pruner, { cache, ...more });
  const calls = pruner.calls;
  const again = await replied(body, pruner, { cache, ...more, requestId: 'again' });
  return { first, again, cache, calls, callsAgain: pruner.calls };
}

const same = (body: object): object => ({ ...body, latency_ms: 0, request_id: '' });

test.each<[string, object]>([
  ['dialect A', { query: QUESTION, code: TEXT }],
  ['ranges and a first line', { query: QUESTION, code: TEXT, markers: 'ranges', first_line: 40 }],
  ['one line of a megabyte', { query: 'when is it 777?', code: MINIFIED, markers: 'ranges' }],
  ['long lines between others', { query: 'timeout 777', code: `a\n${MINIFIED}\r\nb\n${MINIFIED}`, markers: 'ranges' }],
  ['a share by the real count', { query: QUESTION, code: TEXT, target_ratio: 0.15 }],
  ['a log that ends in CRLF', { query: 'timeout', code: `${LOG}\r\n`, target_ratio: 0.3, failed: true }],
  ['a text kept whole', { query: 'zebra quagga', code: TEXT }],
  ['a text whose lines editors dispute', { query: QUESTION, code: `${TEXT}\u2028x\u000cy\n` }],
  ['a text without lines to prune', { query: QUESTION, code: 'x' }],
  ['other letters', { query: '\u6f22', code: 'a \u6f22\ud83d\ude00\nb\nc\nd\n'.repeat(80), target_ratio: 0.3 }],
  ['dialect C', { tool_response: TEXT, context_focus_question: QUESTION }],
  ['a context', { ...ASKED, context: sessionAbout('refund') }],
  ['a context alone', { tool_response: SHOP, path: SHOP_PATH, automatic: 'balanced', context: sessionAbout('refund') }],
])('a hit is the miss again, byte for byte: %s', async (_, body) => {
  const { first, again, calls, callsAgain } = await twice(body);
  expect(calls).toBeGreaterThan(0);
  expect(callsAgain).toBe(calls);
  expect(JSON.stringify(same(again.body))).toBe(JSON.stringify(same(first.body)));
  expect([first.record.cache, again.record.cache]).toEqual(['miss', 'hit']);
  expect({ ...again.record, cache: null }).toEqual({ ...first.record, cache: null });
});

test('an answer that names what was given before names it again, and no name is stored', async () => {
  const context = [...sessionAbout('refund'), { kind: 'gave', text: SHOP }];
  const body = { tool_response: SHOP, path: SHOP_PATH, automatic: 'balanced', context, context_is_whole: true };
  const { first, again, cache } = await twice(body);
  expect(JSON.stringify(first.body)).toContain('as in the read of');
  expect(JSON.stringify(same(again.body))).toBe(JSON.stringify(same(first.body)));
  expect([...cache.held.values()].join()).not.toContain('shop');
});

test('each document of dialect B is remembered, for any other request that holds it', async () => {
  const [pruner, cache] = [counted(), mapCache()];
  const ask = (documents: object[]) => replied({ goal: QUESTION, documents }, pruner, { cache });
  expect((await ask([{ text: TEXT }, { text: LOG }])).record.cache).toBe('miss');
  const { calls } = pruner;
  expect((await ask([{ text: LOG }])).record.cache).toBe('hit');
  expect((await ask([{ text: LOG }, { text: `${LOG}!` }])).record.cache).toBe('miss');
  expect(pruner.calls).toBe(calls + 1);
});

test('no code and no question is stored', async () => {
  const { cache } = await twice({ query: QUESTION, code: TEXT, path: 'src/secret.ts' });
  const [[key, value]] = [...cache.held] as [[string, string]];
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  const words = new Set(TEXT.match(/[A-Za-z]{4,}/g));
  const known = /^(lines|changed|kept|reasons|scores|score|question|kind|source|method|lexical|engine|embedded|true)$/;
  for (const word of value.match(/[A-Za-z]{4,}/g) ?? []) {
    if (!known.test(word)) expect(words.has(word), word).toBe(false);
  }
  expect(value).not.toContain('timeout');
  expect(value).not.toContain('secret');
});

test('whatever an answer depends on is part of the key', async () => {
  const [pruner, cache] = [counted(), mapCache()];
  const base = { query: QUESTION, code: TEXT };
  const others: [object, Partial<PruneContext>?][] = [
    [{}],
    [{ query: 'retry' }],
    [{ code: `${TEXT} ` }],
    [{ threshold: 0.4 }],
    [{ target_ratio: 0.4 }],
    [{ max_tokens: 400 }],
    [{ markers: 'ranges' }],
    [{ markers: 'ranges', first_line: 2 }],
    [{ path: 'a.md' }],
    [{ kind: 'prose' }],
    [{ always_keep_first_frags: true }],
    [{ failed: true }],
    [{}, { engineVersion: 'lexical/2' }],
    [{}, { scope: 'team-b' }],
    [{ code: `${TEXT}\ud800` }],
    [{ code: `${TEXT}\ufffd` }],
  ];
  for (const [more, door] of others) {
    const { record } = await replied({ ...base, ...more }, pruner, { cache, ...door });
    expect(record.cache, JSON.stringify(more)).toBe('miss');
  }
  expect(cache.held.size).toBe(others.length);
  // The first line's number only shows in ranges, and white space around a question has no meaning.
  for (const more of [{ first_line: 9 }, { query: ` ${QUESTION}\n` }, { threshold: null, chunk_overlap_tokens: 9 }]) {
    const body = { ...base, ...more };
    if ('threshold' in body) delete (body as { threshold?: unknown }).threshold;
    expect((await replied(body, pruner, { cache })).record.cache).toBe('hit');
  }
});

test('the answer to one context is not that to another', async () => {
  const [pruner, cache] = [counted(), mapCache()];
  const ask = async (more: object) => (await replied({ ...ASKED, ...more }, pruner, { cache })).record.cache;
  const bodies = [{}, { context: sessionAbout('refund') }, { context: sessionAbout('depot') }];
  const { context_focus_question: _, ...unasked } = ASKED;
  for (const body of bodies) expect(await ask(body)).toBe('miss');
  for (const body of [...bodies, { context: [] }, { automatic: 'careful' }]) expect(await ask(body)).toBe('hit');
  for (const automatic of ['careful', 'balanced']) {
    const body = { ...unasked, automatic, context: sessionAbout('refund') };
    expect((await replied(body, pruner, { cache })).record.cache).toBe('miss');
  }
  expect(cache.held.size).toBe(5);
  const goal = { goal: SHOP_QUESTION, documents: [{ text: SHOP, source: SHOP_PATH }, { text: TEXT }] };
  for (const context of [undefined, sessionAbout('refund'), sessionAbout('depot')]) {
    expect((await replied({ ...goal, context }, pruner, { cache })).record.cache).toBe('miss');
    expect((await replied({ ...goal, context }, pruner, { cache })).record.cache).toBe('hit');
  }
});

test('nothing of a context is stored', async () => {
  const context = [
    { kind: 'asked', text: 'the asked quokka' },
    { kind: 'said', text: 'the said quokka' },
    { kind: 'called', tool: 'quokka', args: { quokka: 'a quokka' }, call: 'quokka' },
    { kind: 'gave', text: 'the given quokka', call: 'quokka' },
  ];
  const { cache, first } = await twice({ ...ASKED, context });
  expect(JSON.stringify([...cache.held])).not.toContain('quokka');
  expect(JSON.stringify([first.record, first.body])).not.toContain('quokka');
});

test("one team's answers are not another's: by the port that the host hands in", async () => {
  const pruner = counted();
  const [a, b] = [mapCache(), mapCache()];
  const body = { query: QUESTION, code: TEXT };
  await replied(body, pruner, { cache: a });
  expect((await replied(body, pruner, { cache: b })).record.cache).toBe('miss');
  expect((await replied(body, pruner, { cache: a })).record.cache).toBe('hit');
});

test.each<[string, AnswerCache]>([
  ['rejects', { get: () => Promise.reject(new Error('down')), put: () => Promise.reject(new Error('down')) }],
  [
    'throws',
    {
      get: () => {
        throw new Error('down');
      },
      put: () => {
        throw new Error('full');
      },
    },
  ],
])('a cache that %s costs nothing but the hit', async (_, cache) => {
  const { record, body } = await replied({ query: QUESTION, code: TEXT }, undefined, { cache });
  expect(record.cache).toBe('miss');
  expect(body).toMatchObject({ error_msg: null });
});

test.each<[string, (entry: Record<string, unknown>) => unknown]>([
  ['is no JSON', () => undefined],
  ['is of another shape', () => ({ text: 'x' })],
  ['is of another text', (entry) => ({ ...entry, lines: 3 })],
  ['has kept lines beyond the end', (entry) => ({ ...entry, kept: [1, 501] })],
  ['has kept lines in disorder', (entry) => ({ ...entry, kept: [9, 9, 3, 4] })],
  ['has half a run', (entry) => ({ ...entry, kept: [1, 2, 3] })],
  ['has line 0', (entry) => ({ ...entry, kept: [0, 3] })],
  ['has too few scores', (entry) => ({ ...entry, scores: [1] })],
  ['has a score beyond 1', (entry) => ({ ...entry, score: 10_001 })],
  ['has reasons that do not add up', (entry) => ({ ...entry, reasons: [1, 1] })],
  ['has reasons without end', (entry) => ({ ...entry, reasons: [1, 4e15] })],
  ['expects more than all', (entry) => ({ ...entry, recall: 10_001 })],
  ['has an unknown reason', (entry) => ({ ...entry, reasons: [77, 1] })],
  ['keeps all and says it changed', (entry) => ({ ...entry, kept: [1, 500] })],
  ['says it did not change', (entry) => ({ ...entry, changed: false })],
])('an entry that %s is a miss', async (_, spoil) => {
  const [pruner, cache] = [counted(), mapCache()];
  const body = { query: QUESTION, code: TEXT };
  const good = await replied(body, pruner, { cache });
  const [[key, value]] = [...cache.held] as [[string, string]];
  cache.held.set(key, JSON.stringify(spoil(JSON.parse(value))) ?? '{"lines":');
  const after = await replied(body, pruner, { cache });
  expect(after.record.cache).toBe('miss');
  expect(same(after.body)).toEqual(same(good.body));
  expect((await replied(body, pruner, { cache })).record.cache).toBe('hit');
});

test('an answer in which the embedded engine stood in is not remembered', async () => {
  const cache = mapCache();
  const upstream: Pruner = { prune: async () => ({ ok: false, code: 'timeout', message: 'late' }) };
  const pruner = createAutoPruner({ upstream, embedded: createEmbeddedPruner() });
  const { record } = await replied({ query: QUESTION, code: TEXT }, pruner, { cache });
  expect(record).toMatchObject({ fallbackReason: 'timeout', cache: 'miss' });
  expect(cache.held.size).toBe(0);
});

test('a refusal is not remembered, nor asked of the cache', async () => {
  const cache = mapCache();
  const { record } = await replied({ query: ' ', code: TEXT }, undefined, { cache });
  expect(record.cache).toBeNull();
  expect(cache.held.size).toBe(0);
});
