import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { Kept } from '../../../../src/engine/keep/select.ts';
import { wholePieces } from '../../../../src/engine/keep/whole-pieces.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

/** Methods of eight lines in a class, each after a blank line; the second one is long. */
const method = (name: string, statements: number): string =>
  [
    '',
    `  ${name}(key) {`,
    ...Array.from({ length: statements }, (_, at) => `    this.step${at}(key);`),
    '  }',
    '',
  ].join('\n');
const SOURCE = `export class Store {\n${method('get', 6)}${method('put', 120)}${method('drop', 6)}${method('size', 6)}}\n`;

const PROSE = `# Store

The store keeps
what it is given,
until it is asked.

It grows.

It grows on and on.

It never shrinks.

It is never empty.
`;

const RECORDS = `{\n${Array.from({ length: 4 }, (_, at) => `  "part${at}": {\n    "a": 1,\n    "b": 2,\n    "c": 3,\n    "d": 4,\n    "e": 5\n  }`).join(',\n')}\n}\n`;

/** Returns the lines that are kept if `chosen` were kept at first, all 1-based. */
function keptOf(text: string, path: string, chosen: readonly number[]): readonly number[] {
  const lines = splitLines(text);
  const policy = policyOf(lines, { path });
  const structure = atOnce(readStructure(lines, policy, {}));
  const keep = new Uint8Array(lines.count);
  for (const line of chosen) keep[line - 1] = Kept.chosen;
  wholePieces(lines, structure, keep);
  return Array.from(keep, (one, at) => (one === Kept.no ? 0 : at + 1)).filter((line) => line > 0);
}

test('a short definition is shown whole, and what encloses it is closed', () => {
  const shown = keptOf(SOURCE, 'a.js', [1, 5]);
  expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, SOURCE.split('\n').length - 1]);
});

test('of a long definition groups of statements are shown', () => {
  const shown = keptOf(SOURCE, 'a.js', [70]).filter((line) => line > 10 && line < 120);
  expect(shown).toContain(70);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.length).toBeLessThan(20);
  const [blank, header, ...group] = shown;
  expect([blank, header]).toEqual([11, 12]);
  expect(group.map((line) => line - (group[0] ?? 0))).toEqual(group.map((_, at) => at));
});

test('what opens a shown line is shown with it, and a comment with what it is about', () => {
  const body = Array.from({ length: 50 }, (_, at) => `  step${at}();`).join('\n');
  const text = `/**\n * Runs\n * it.\n */\nfunction run() {\n${body}\n  if (late) {\n${body.replaceAll('  s', '    s')}\n  }\n}\n`;
  expect(keptOf(text, 'a.js', [100])).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 56, 100, 107, 108]));
  expect(keptOf(text, 'a.js', [2])).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 108]));
});

test('each bracket has its other one, through all branches', () => {
  const body = Array.from({ length: 50 }, (_, at) => `    step${at}();`).join('\n');
  const text = `function run() {\n  try {\n${body}\n  } catch {\n${body}\n  } finally {\n${body}\n  }\n}\n`;
  const shown = keptOf(text, 'a.js', [20]);
  expect(shown).toEqual(expect.arrayContaining([1, 2, 53, 104, 155, 156]));
  expect(shown).not.toContain(80);
});

test('what is indented does not end with a bracket of something in it', () => {
  const body = Array.from({ length: 50 }, (_, at) => `    step${at}()`).join('\n');
  const text = `class Store:\n  def get(self):\n${body}\n    return Result(\n      self,\n    )\n`;
  expect(keptOf(text, 'a.py', [10])).not.toContain(55);
});

test('a short string of several lines is whole', () => {
  const body = Array.from({ length: 50 }, (_, at) => `  step${at}();`).join('\n');
  const text = `function run() {\n${body}\n  query(\`\n    SELECT one\n\n    FROM two\n  \`);\n${body}\n}\n`;
  expect(keptOf(text, 'a.js', [53])).toEqual(expect.arrayContaining([1, 52, 53, 54, 55, 56]));
});

test('elements close', () => {
  const items = Array.from({ length: 40 }, (_, at) => `        <li>{names[${at}]}</li>`).join('\n');
  const text = `export function List() {\n  return (\n    <div\n      id="list"\n    >\n      <ul>\n${items}\n      </ul>\n    </div>\n  );\n}\n`;
  expect(keptOf(text, 'a.tsx', [26])).toEqual(expect.arrayContaining([1, 2, 3, 6, 26, 47, 48, 49, 50]));
});

test('of prose whole paragraphs are shown', () => {
  expect(keptOf(PROSE, 'a.md', [4]).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('of prose whole blocks of code are shown', () => {
  const code = Array.from({ length: 10 }, (_, at) => `step${at}\n\n# ${at}`).join('\n');
  const text = `# Run\n\n${'Words.\n'.repeat(40)}\n\`\`\`sh\n${code}\n\`\`\`\n\n${'Words.\n'.repeat(40)}`;
  // The block is lines 44 to 75, three lines longer than a paragraph may be.
  expect(keptOf(text.replace('step9\n\n# 9\n', ''), 'a.md', [50])).toEqual(
    expect.arrayContaining(Array.from({ length: 29 }, (_, at) => 44 + at)),
  );
});

test('of data what is opened is closed', () => {
  const lines = RECORDS.split('\n');
  const shown = keptOf(RECORDS, 'a.json', [1, 9, 10]);
  expect(shown[0]).toBe(1);
  expect(lines[(shown.at(-1) ?? 0) - 1]).toBe('}');
  const count = (bracket: string): number => shown.filter((line) => lines[line - 1]?.includes(bracket)).length;
  expect(count('{')).toBe(count('}'));
});

test('a gap of a few lines is shown, wherever it stands', () => {
  const lines = 'x = 1\n'.repeat(200);
  const shown = keptOf(lines, 'a.js', [4, 100]);
  expect(shown).toContain(1);
  const gaps = shown.map((line, at) => line - (shown[at - 1] ?? 0) - 1).filter((gap) => gap > 0);
  for (const gap of gaps) expect(gap).toBeGreaterThan(5);
  expect(shown.length).toBeLessThan(100);
});
