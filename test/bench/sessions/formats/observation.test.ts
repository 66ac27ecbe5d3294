import { expect, test } from 'vitest';
import { readObservation } from './observation.ts';

const LONG = `<returncode>0</returncode>
<warning>
The output of your last command was too long.
</warning><output_head>
first
</output_head>
<elided_chars>
27751 characters elided
</elided_chars>
<output_tail>
last
</output_tail>`;

test.each([
  ['an output', '<returncode>0</returncode>\n<output>\na\n\nb\n</output>', 'a\n\nb', false],
  [
    'tags that were printed',
    '<returncode>0</returncode>\n<output>\n<output>x</output>\n</output>',
    '<output>x</output>',
    false,
  ],
  ['a failed command', '<returncode>-1</returncode>\n<output>\n</output>', '', true],
  ['a long output', LONG, 'first\n[27751 characters elided]\nlast', false],
  ['a timeout', 'The last command <command>x</command> timed out.\n <output>\na\n</output>\nPlease', 'a', true],
  ['JSON', '{"returncode":1,"output":"a"}', 'a', true],
  ['long JSON', '{"returncode":0,"output_head":"a","output_tail":"b"}', 'a\n[…]\nb', false],
  ['a plain text', 'Observation: a', 'Observation: a', false],
])('%s is read', (_, content, text, isFailed) => {
  expect(readObservation(content)).toEqual({ text, isFailed });
});

test('a long number took time in the square of its length', () => {
  const content = `<output_head>a</output_head><elided_chars>${'1'.repeat(300_000)}</elided_chars><output_tail>b</output_tail>`;
  expect(readObservation(content).text).toBe('a\n[ characters elided]\nb');
});
