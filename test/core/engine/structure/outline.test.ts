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

test('lines of a string define nothing and end nothing', () => {
  const raw = 'func usage() {\n\tprint(`\nflags:\n  class of x:\n`)\n\tdone()\n}\n';
  const triple = 'def usage():\n    """Prints\nflags:\n  class of x:\n"""\n    done()\n    more()\n';
  for (const text of [raw, triple]) {
    const { names, ends, literals } = atOnce(outline(splitLines(text)));
    expect([...names.keys()], text).toEqual([0]);
    expect(ends[0]).toBe(6);
    expect(literals?.join('')).toBe('0011100');
  }
});

test('a sign that no other follows begins no string', () => {
  const alone = '// Use ` here.\nconst a = f(() => {\n  g();\n});\n';
  const far = `const a = \`;\n${'b();\n'.repeat(500)}const c = \`;\n`;
  for (const text of [alone, far]) expect(atOnce(outline(splitLines(text))).literals).toBeUndefined();
});

test('strings are looked for in parts, so that a large text does not hold up others', () => {
  const steps = (text: string): number => [...outline(splitLines(text))].length;
  expect(steps('a`b`\n'.repeat(200_000))).toBeGreaterThan(steps('a+b+\n'.repeat(200_000)) + 5);
});

test('an element ends with its own end', () => {
  const text = '<div\n  id="a"\n>\n  <b>\n    text\n  </b>\n</div>\nmore\n';
  const { ends, parents } = atOnce(outline(splitLines(text)));
  expect([ends[0], ends[3], parents[4]]).toEqual([6, 5, 3]);
});
