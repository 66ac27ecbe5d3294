import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { whyInvalid } from '../../../src/mcp/why-invalid.ts';

const schema = z.strictObject({ name: z.string(), size: z.optional(z.int().check(z.gte(1))) });
const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`x${i}`, i]));

test.each([
  [{ size: 0 }, '"name" is missing; "size" is 0: expected at least 1'],
  [[1, 2], 'the arguments are an array of 2: expected an object'],
  [{ name: 1, size: 1.5 }, '"name" is 1: expected a string; "size" is 1.5: expected an integer'],
  [{ name: 'a', ...unknown }, '"x0", "x1", "x2", "x3", "x4" and 2 more in the arguments: unknown parameter'],
])('what is wrong with %j is told', (given, told) => {
  expect(whyInvalid(schema.safeParse(given).error?.issues ?? [], given)).toBe(told);
});

test.each([
  [[], 'x', 'the params are "x": expected an object'],
  [[], { arguments: [] }, '"name" is missing'],
  [['task'], { name: 1 }, '"task.name" is 1: expected a string'],
])('what is wrong below %j with %j is told', (under, given, told) => {
  expect(whyInvalid(schema.safeParse(given).error?.issues.slice(0, 1) ?? [], given, under)).toBe(told);
});
