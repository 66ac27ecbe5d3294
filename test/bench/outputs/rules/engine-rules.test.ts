import { expect, test } from 'vitest';
import { ENGINE_RULES } from './engine-rules.ts';
import { fileOf } from './engine-without.ts';

test('each edit fits one place of its file', () => {
  const places = ENGINE_RULES.map((rule) => ({ name: rule.name, places: fileOf(rule).split(rule.from).length - 1 }));
  expect(places.filter((rule) => rule.places !== 1)).toEqual([]);
});

test('each rule has a name of its own', () => {
  expect(new Set(ENGINE_RULES.map(({ name }) => name)).size).toBe(ENGINE_RULES.length);
});
