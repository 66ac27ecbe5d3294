import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { pruneText } from '../../../../src/engine/embedded.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const FAILING = 7;
const all = <T>(make: (i: number) => T, n = 14): T[] => Array.from({ length: n }, (_, i) => make(i));
const lines = (n: number, line: (i: number) => string): string => all(line, n).join('\n');
const show = (text: string, question: string, more: { targetRatio?: number } = {}): string[] =>
  pruneText({ text, question, markers: 'ranges', ...more })
    .text.split('\n')
    .map((line) => line.trim());

const unit = (i: number) => ({
  apiVersion: 'v1',
  metadata: { name: `unit-${i}-4f1c`, labels: { tier: 'back' }, owners: [{ kind: 'Set', name: `set-${i}` }] },
  spec: { containers: all((k) => ({ name: `box-${k}`, limits: { memory: `${64 + k}Mi`, cpu: '100m' } }), 6) },
  status: {
    phase: 'Running',
    boxes: [
      {
        name: 'box-0',
        restartCount: i === FAILING ? 37 : 0,
        state: i === FAILING ? { waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting box' } } : {},
      },
    ],
  },
});

test('an item of JSON is shown with its name, which stands in its metadata', () => {
  const text = JSON.stringify({ kind: 'List', items: all(unit) }, null, 2);
  const out = show(text, 'Which unit keeps restarting, and why?');
  expect(out).toContain('"reason": "CrashLoopBackOff",');
  expect(out.indexOf(`"name": "unit-${FAILING}-4f1c",`)).toBeGreaterThan(0);
  expect(out.indexOf(`"name": "unit-${FAILING}-4f1c",`)).toBeLessThan(out.indexOf('"reason": "CrashLoopBackOff",'));
});

test('within a budget the name comes too', () => {
  const text = JSON.stringify({ kind: 'List', items: all(unit) }, null, 2);
  const out = show(text, 'What is in CrashLoopBackOff?', { targetRatio: 0.1 });
  expect(out).toContain(`"name": "unit-${FAILING}-4f1c",`);
});

const yamlUnit = (i: number): string => `apiVersion: v1
metadata:
  labels:
    tier: back
  name: unit-${i}-4f1c
spec:
${lines(12, (k) => `  limit${k}: ${k}`)}
status:
  phase: Running
  reason: ${i === FAILING ? 'CrashLoopBackOff' : 'Fine'}
${lines(12, (k) => `  note${k}: ${k}`)}
`;

test.each([
  ['documents', all(yamlUnit).join('---\n')],
  [
    'items',
    `items:\n${all((i) => yamlUnit(i).replace(/^/gm, '  ').replace('  ', '- ')).join('')}`.replace(/ +$/gm, ''),
  ],
])('YAML %s are shown with their names', (_, text) => {
  const out = show(text, 'What is in CrashLoopBackOff?', { targetRatio: 0.15 });
  expect(out).toContain('reason: CrashLoopBackOff');
  expect(out).toContain(`name: unit-${FAILING}-4f1c`);
});

test('an element of XML is shown with the one that names it', () => {
  const element = (i: number): string => `  <package>
    <summary>thing ${i}</summary>
    <name>pack-${i}</name>
    <files>
${lines(14, (k) => `      <file>lib/part${i}/${k}.so</file>`)}
    </files>
    <license>
      <kind>${i === FAILING ? 'proprietary' : 'free'}</kind>
    </license>
  </package>`;
  const out = show(
    `<?xml version="1.0"?>\n<packages>\n${all(element).join('\n')}\n</packages>\n`,
    'What is proprietary?',
    { targetRatio: 0.1 },
  );
  expect(out).toContain('<kind>proprietary</kind>');
  expect(out).toContain(`<name>pack-${FAILING}</name>`);
});

test('a long record of keys and values is shown with its name', () => {
  const record = (i: number): string =>
    `Serial: ${1000 + i}\nName: card-${i}\n${lines(60, (k) => `Feature ${k}: ${k}`)}\nDriver: ${i === FAILING ? 'broken_shim' : 'plain'}`;
  const out = show(`${all(record).join('\n')}\n`, 'Which card has the driver broken_shim?');
  expect(out).toContain('Driver: broken_shim');
  expect(out).toContain(`Name: card-${FAILING}`);
});

test('a map below a key, and what encloses everything, need no name', () => {
  const text = JSON.stringify(
    { name: 'shop', part: { name: 'own' }, list: [{ id: 4, name: 'a' }, { id: 5 }] },
    null,
    2,
  );
  const lines = splitLines(text);
  const { names } = atOnce(readStructure(lines, policyOf(lines), {}));
  const named = Array.from(names ?? [], (name, i) => (name < 0 ? [] : [[i, text.split('\n')[name]?.trim()]])).flat();
  expect(named).toEqual([
    [6, '"name": "a"'],
    [10, '"id": 5'],
  ]);
});
