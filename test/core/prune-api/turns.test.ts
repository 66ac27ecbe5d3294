import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { sourceText } from '../engine/texts.ts';
import { replied } from './test-door.ts';

const TEXT = sourceText(8, 26_000);
const BODIES: [string, object][] = [
  ['A', { query: 'request timeout', code: TEXT }],
  ['B', { goal: 'request timeout', documents: [{ text: TEXT }], budget: { ratio: 0.5 } }],
  ['C', { tool_response: TEXT, context_focus_question: 'request timeout' }],
];

test.each(BODIES)('a large text is answered in many turns, none for much of it: dialect %s', async (_, body) => {
  const turns: number[] = [];
  const turn = async (chars: number): Promise<void> => void turns.push(chars);
  await replied(body, createEmbeddedPruner({ pause: turn }), { turn });
  expect(TEXT.length).toBeGreaterThan(600_000);
  expect(turns.filter((chars) => chars > 1000).length).toBeGreaterThan(25);
  expect(Math.max(...turns)).toBeLessThanOrEqual(TEXT.length * 0.15);
});

test('who goes while the answer is written is not answered', async () => {
  const gone = new AbortController();
  let turns = 0;
  const turn = async (): Promise<void> => {
    if (++turns === 6) gone.abort(new Error('gone'));
  };
  const asked = replied({ query: 'request timeout', code: TEXT }, createEmbeddedPruner({ pause: turn }), {
    turn,
    signal: gone.signal,
  });
  await expect(asked).rejects.toThrow('gone');
  expect(turns).toBe(6);
});
