import { expect, test } from 'vitest';
import { placesOf } from '../../modules-without.ts';
import { ENGINE, ENGINE_RULES } from './engine-rules.ts';

test('each edit fits one place of its file', () => {
  const places = ENGINE_RULES.map((rule) => ({ name: rule.name, places: placesOf(ENGINE, rule) }));
  expect(places.filter((rule) => rule.places !== 1)).toEqual([]);
});

test('each rule has a name of its own', () => {
  expect(new Set(ENGINE_RULES.map(({ name }) => name)).size).toBe(ENGINE_RULES.length);
});
