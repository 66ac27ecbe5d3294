import { expect, test } from 'vitest';
import { outline } from '../../../../src/engine/structure/outline.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

test('parameters that end with a brace of their own are part of what they belong to', () => {
  for (const end of ['}) {', '}: Props) {', '}): void {']) {
    const lines = splitLines(`function show({\n  one,\n  two,\n${end}\n  return one + two;\n}\nshow();\n`);
    expect(atOnce(outline(lines)).ends[0], end).toBe(5);
  }
  const ifs = atOnce(outline(splitLines('if (a) {\n  one();\n} else if (b) {\n  two();\n}\n')));
  expect(ifs.ends[0]).toBe(2);
});
