import { expect, test } from 'vitest';
import { createDisplayedWords } from '../../../../launcher/hooks/transcript/displayed-words.ts';

const said = { transcript: '/s.jsonl', message: 'm1' };

function words() {
  const displayed = createDisplayedWords(() => 7);
  const add = (text: string, more: object = {}): void => displayed.add({ ...said, text, ...more });
  return { add, text: () => displayed.of(said.transcript)?.text };
}

test('parts of a message that two hooks tell are taken once', () => {
  const { add, text } = words();
  for (const [part, delta] of ['I look ', 'at a depot.'].entries()) {
    add(delta, { part });
    add(delta, { part });
  }
  expect(text()).toBe('I look at a depot.');
  add('Now a refund.', { message: 'm2', part: 0 });
  expect(text()).toBe('Now a refund.');
});

test('equal parts that no number tells apart are all taken', () => {
  const { add, text } = words();
  add('no, ');
  add('no, ');
  expect(text()).toBe('no, no, ');
});
