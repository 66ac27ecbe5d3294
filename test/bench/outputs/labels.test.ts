import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { type OutputCase, PART_NAMES, readPart, writePart } from './labelled-set.ts';
import { HELP, runLabels } from './labels.ts';

const KNOWN: OutputCase = {
  ...{
    id: 'wc/source',
    program: 'wc',
    name: 'source',
    command: 'wc -l *.ts',
    text: '  12 a.ts\n  30 b.ts\n  42 total\n',
  },
  questions: [{ ask: 'How long is b.ts?', facts: [{ line: 2, text: '  30 b.ts' }] }],
};
const LABELS = {
  ...{ program: 'make', name: 'no-rule', command: 'make all', exitCode: 2 },
  failure: [{ anyWith: 'No rule', lines: 1 }],
  questions: [
    {
      ask: 'What can make not build?',
      facts: [
        {
          anyOf: [
            { line: 1, text: "make: *** No rule to make target 'all'." },
            { line: 2, text: 'all' },
          ],
        },
      ],
    },
    { ask: 'How long did it take?', answer: 'none' },
  ],
};
const TEXT = "make: *** No rule to make target 'all'.\nall\n";

let folder: string;
const labels = (...args: string[]): string => runLabels(args, pathToFileURL(`${folder}/`));
const partIds = (): object =>
  Object.fromEntries(PART_NAMES.map((part) => [part, readPart(part, pathToFileURL(`${folder}/`)).map(({ id }) => id)]));

function file(name: string, content: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

beforeEach(({ onTestFinished }) => {
  folder = tempDir(onTestFinished);
  for (const part of PART_NAMES) writePart(part, part === 'first-held-out' ? [KNOWN] : [], pathToFileURL(`${folder}/`));
});

test('outputs are listed, those of one part or all', () => {
  const line = 'wc/source  first-held-out  exit 0, 4 lines, 1 questions  wc -l *.ts\n';
  expect(labels('list')).toBe(line);
  expect(labels('list', 'first-held-out')).toBe(line);
  expect(labels('list', 'second')).toBe('');
  expect(() => labels('list', 'fourth')).toThrow(
    'unknown part "fourth": expected first-fitting, first-held-out, second',
  );
});

test('an output is shown: its labels, its text or both', () => {
  const { id, text, ...rest } = KNOWN;
  expect(JSON.parse(labels('show', id, 'labels'))).toEqual(rest);
  expect(labels('show', id, 'text')).toBe(text);
  expect(labels('show', id)).toBe(`${labels('show', id, 'labels')}\n${text}`);
  expect(() => labels('show', 'wc/none')).toThrow('there is no output "wc/none"');
});

test('an output is added to the half that its id belongs to, in its place', () => {
  const text = file('a.txt', TEXT);
  expect(labels('add', 'first', file('a.json', LABELS), text)).toBe('added make/no-rule to first-fitting\n');
  labels('add', 'first', file('a.json', { ...LABELS, name: 'broken' }), text);
  labels('add', 'second', text, file('a.json', { ...LABELS, name: 'all' }));
  expect(partIds()).toMatchObject({
    'first-fitting': ['make/no-rule'],
    'first-held-out': ['make/broken', 'wc/source'],
    second: ['make/all'],
  });
  expect(labels('show', 'make/no-rule', 'text')).toBe(TEXT);
  expect(JSON.parse(labels('show', 'make/no-rule', 'labels'))).toEqual(LABELS);
});

test('what is wrong with an output is said, and it is not added', () => {
  const text = file('a.txt', TEXT);
  const add = (changed: object): string => labels('add', 'second', file('a.json', { ...LABELS, ...changed }), text);
  const fact = { line: 2, text: 'All' };
  expect(() => add({ questions: [{ ask: 'a', facts: [fact] }] })).toThrow(
    'cannot keep "make/no-rule":\n  line 2 is not "All"',
  );
  expect(() => add({ failure: [{ anyWith: 'all', lines: 1 }] })).toThrow('2 lines hold "all", not 1');
  expect(() => add({ failure: undefined })).toThrow('exit code 2, but no line of the failure');
  expect(() => add({ exitCode: 0 })).toThrow('lines of a failure, but exit code 0');
  expect(() => add({ command: 'ls /root/.ssh' })).toThrow('a path or a secret of a machine');
  expect(() => add({ questions: [{ ask: 'a' }] })).toThrow('cannot read labels');
  expect(() => add({ name: '../up' })).toThrow('cannot read labels');
  expect(() => labels('add', 'second', file('a.json', '{'), text)).toThrow(/cannot read labels .*a\.json/);
  expect(() => labels('add', 'second', text)).toThrow('expected LABELS.json and TEXT.txt');
  expect(partIds()).toMatchObject({ second: [] });
});

test('an id that any set has is not added again', () => {
  const again = file('a.json', { ...KNOWN, id: undefined, text: undefined });
  expect(() => labels('add', 'third', again, file('a.txt', KNOWN.text))).toThrow('first-held-out has it; use change');
});

test('labels and text of an output are changed, together or one of them, as long as they fit', () => {
  const longer = `${KNOWN.text}done\n`;
  expect(labels('change', KNOWN.id, file('a.txt', longer))).toBe('changed wc/source in first-held-out\n');
  expect(labels('show', KNOWN.id, 'text')).toBe(longer);
  const asked = { ...KNOWN, id: undefined, text: undefined, questions: [{ ask: 'How long?', answer: 'none' }] };
  labels('change', KNOWN.id, file('a.json', asked));
  expect(JSON.parse(labels('show', KNOWN.id, 'labels'))).toMatchObject({ questions: asked.questions });
  expect(labels('show', KNOWN.id, 'text')).toBe(longer);
  expect(() => labels('change', KNOWN.id, file('a.json', { ...asked, exitCode: 1 }))).toThrow('no line of the failure');
  expect(() => labels('change', KNOWN.id, file('a.json', { ...asked, name: 'b' }))).toThrow(
    'cannot rename "wc/source"',
  );
  expect(() => labels('change', KNOWN.id)).toThrow('expected LABELS.json, TEXT.txt or both');
  expect(() => labels('change', KNOWN.id, file('a.md', ''))).toThrow(/cannot tell what ".*a\.md" is/);
});

test('help is printed if asked for or if nothing is asked, and an unknown command is an error', () => {
  expect(labels()).toBe(HELP);
  expect(labels('list', '--help')).toBe(HELP);
  expect(() => labels('remove')).toThrow('unknown command "remove": expected list, show, add or change');
});
