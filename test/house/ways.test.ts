import { expect, test } from 'vitest';
import { DOORS, enteredBy } from './entered.ts';
import { readFile } from './tree.ts';

/** Headings of ARCHITECTURE's pictures, in the order of `DOORS`. */
const HEADINGS = [
  'A tool call',
  'A result of the host’s own tool',
  'A tool of another server',
  'A request to the worker',
];

test.each(DOORS.map((door, at) => ({ ...door, heading: HEADINGS[at] ?? '' })))(
  'the picture “$heading” names files that $about enters',
  async ({ heading, ...door }) => {
    const [, picture = ''] = readFile('ARCHITECTURE.md').split(`### ${heading}\n\n\`\`\`mermaid\n`);
    const named = [...picture.slice(0, picture.indexOf('```')).matchAll(/\["([\w./-]+)"\]/g)].map(
      ([, file = '']) => file,
    );
    expect(named.length).toBeGreaterThan(7);
    const entered = await enteredBy(door);
    expect(named.filter((file) => !entered.has(file))).toEqual([]);
  },
);
