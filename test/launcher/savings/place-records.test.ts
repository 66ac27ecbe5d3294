import { expect, test } from 'vitest';
import type { GivenRecord } from '../../../launcher/savings/ledger-record.ts';
import { createPlaces } from '../../../launcher/savings/place-records.ts';

const DEFINED: GivenRecord = { kind: 'definitions', own: ['Ask.'], others: [] };
const LATER: GivenRecord = { kind: 'definitions', own: [], others: [{ listed: 'a', straight: '' }] };
const FETCH: GivenRecord = { kind: 'fetch', tool: 'artifact', shown: 'a' };
const at = (id: string, request: number) => ({ id, request, resets: 0 });

function read(id: string, request: number, shadow = false): GivenRecord {
  const texts = { raw: 'a b', shown: 'a', asked: false, shortened: true };
  return { kind: 'call', tool: 'Read', ...texts, shadow, builtin: true, session: at(id, request) };
}

test('a session is told of the definitions that its requests send, each once', () => {
  const places = createPlaces();
  expect(places.of(DEFINED)).toEqual([DEFINED]);
  expect(places.of(read('s', 2))).toEqual([{ ...DEFINED, session: at('s', 2) }, read('s', 2)]);
  expect(places.of(read('s', 3))).toEqual([read('s', 3)]);
  expect(places.of(LATER)).toEqual([LATER, { ...LATER, session: at('s', 3) }]);
  expect(places.of(read('other', 1))).toHaveLength(3);
});

test('what is had back stands in the session whose result came last', () => {
  const places = createPlaces();
  expect(places.of(FETCH)).toEqual([FETCH]);
  places.of(read('s', 2));
  expect(places.of(FETCH)).toEqual([{ ...FETCH, session: at('s', 2) }]);
});

test('a session in which results were only measured is charged for the definitions of each request', () => {
  const places = createPlaces();
  places.of(DEFINED);
  expect(places.of(read('s', 2, true))).toEqual([read('s', 2, true)]);
  places.of(read('s', 4, true));
  expect(places.ofRequests()).toEqual([{ ...DEFINED, session: at('s', 4) }]);
  expect(places.ofRequests()).toEqual([]);
  places.of(read('s', 7, true));
  expect(places.ofRequests()).toEqual([{ kind: 'definitions', own: [], others: [], session: at('s', 7) }]);
  places.of(read('s', 8));
  places.of(read('s', 8, true));
  expect(places.ofRequests()).toEqual([]);
});
