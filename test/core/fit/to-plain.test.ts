import { expect, test } from 'vitest';
import type { Json } from '../../../src/base/json/json.ts';
import { jsonChunks } from '../../../src/fit/json-chunks.ts';
import { toPlain } from '../../../src/fit/to-plain.ts';

test('what is plain is given back itself', () => {
  for (const value of [{ a: [1, 'b', null, true, { c: -0.5 }] }, [], 'x', 0]) expect(toPlain(value)).toBe(value);
});

test('what JSON cannot say is told as well as it can', () => {
  const cyclic: Record<string, unknown> = { name: 'x' };
  cyclic['self'] = cyclic;
  cyclic['list'] = [cyclic];
  const cases: [unknown, Json][] = [
    [undefined, null],
    [cyclic, { name: 'x', self: '[circular]', list: ['[circular]'] }],
    [{ a: undefined, f: () => 1, s: Symbol('s'), b: [undefined, () => 1] }, { b: [null, null] }],
    [12345678901234567890n, '12345678901234567890'],
    [
      { n: Number.NaN, i: -Infinity },
      { n: 'NaN', i: '-Infinity' },
    ],
    [
      { at: new Date(0), never: new Date(Number.NaN) },
      { at: '1970-01-01T00:00:00.000Z', never: null },
    ],
    [new Map([['a', 1n]]), { a: '1' }],
    [new Map([[1, 'a']]), [[1, 'a']]],
    [new Set([1, new Set([2])]), [1, [2]]],
    [new Uint8Array([1, 2, 255]), { bytes: 3, base64: 'AQL/' }],
    [new Float32Array([0]).buffer, { bytes: 4, base64: 'AAAAAA==' }],
    [Object.assign(new TypeError('no'), { code: 'E' }), { name: 'TypeError', message: 'no', code: 'E' }],
    [
      new Error('out', { cause: new Error('in') }),
      { name: 'Error', message: 'out', cause: { name: 'Error', message: 'in' } },
    ],
    [/x+/g, '/x+/g'],
    [new URL('http://a/b'), 'http://a/b'],
    [{ toJSON: () => ({ a: 1 }) }, { a: 1 }],
    [
      new (class Point {
        x = 1;
      })(),
      { x: 1 },
    ],
    [Object.create(null), {}],
    [Object.assign(new Array(3), { 0: 1, 2: 3 }), [1, null, 3]],
    [JSON.parse('{"__proto__": {"a": 1}, "m": 1}'), JSON.parse('{"__proto__": {"a": 1}, "m": 1}')],
  ];
  for (const [value, plain] of cases) expect(JSON.stringify(toPlain(value))).toBe(JSON.stringify(plain));
});

test('a key named __proto__ stays a key', () => {
  const value = JSON.parse('{"__proto__": {"a": 1}}');
  value.big = 1n;
  expect(JSON.stringify(toPlain(value))).toBe('{"__proto__":{"a":1},"big":"1"}');
});

test('what throws when read is told', () => {
  const broken = {
    get bad(): never {
      throw new Error('no');
    },
    good: 1,
  };
  expect(toPlain(broken)).toEqual({ bad: '[unreadable]', good: 1 });
});

test('any depth and any size', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  // Content deeper than 500 levels becomes a string of JSON.
  const whole = JSON.stringify(toPlain(deep));
  expect(whole).toBe(`${'['.repeat(500)}"${'['.repeat(99_500)}1${']'.repeat(99_500)}"${']'.repeat(500)}`);
  expect((toPlain(new Array(1e6)) as unknown[]).length).toBe(1e6);
});

test('chunks are what JSON.stringify writes', () => {
  const values: Json[] = [
    [],
    {},
    '',
    null,
    [[]],
    { a: [] },
    { list: Array.from({ length: 5000 }, (_, i) => ({ i, text: 'é🙂"\n'.repeat(i % 9) })) },
    Array.from({ length: 300 }, (_, i) => 'y'.repeat(i * 20)),
    { text: `${'x'.repeat(64 * 1024 - 1)}🙂${'\ud800"'.repeat(90_000)}` },
    Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i])),
  ];
  for (const value of values) expect([...jsonChunks(value)].join('')).toBe(JSON.stringify(value));
});

test('objects that all know each other come to an end, each told once at least', () => {
  const friends = Array.from({ length: 30 }, (_, i) => ({ name: `n${i}`, friends: [] as object[] }));
  for (const one of friends) one.friends.push(...friends);
  const json = JSON.stringify(toPlain(friends));
  expect(json.length).toBeLessThan(10_000_000);
  for (const { name } of friends) expect(json).toContain(`"${name}"`);
});

test('what holds the same twice at a hundred levels comes to an end', () => {
  let shared: object = ['end'];
  for (let i = 0; i < 100; i++) shared = [shared, shared];
  expect(JSON.stringify(toPlain(shared)).length).toBeLessThan(100_000_000);
});

test('what many items share is told with each of them', () => {
  const owner = { name: 'n', since: new Date(0) };
  const plain = toPlain(Array.from({ length: 100_000 }, () => ({ owner, none: undefined }))) as { owner: object }[];
  expect(plain.every((one) => typeof one.owner === 'object')).toBe(true);
});
