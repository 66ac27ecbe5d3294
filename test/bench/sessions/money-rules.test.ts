import { expect, test } from 'vitest';
import { placesOf } from '../modules-without.ts';
import { MONEY_RULES, ROOT } from './money-rules.ts';

test('each edit fits one place of its file', () => {
  const places = MONEY_RULES.map((rule) => ({ name: rule.name, places: placesOf(ROOT, rule) }));
  expect(places.filter((rule) => rule.places !== 1)).toEqual([]);
});
