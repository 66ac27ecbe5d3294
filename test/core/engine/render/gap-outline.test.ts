import { describe, expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { gapOutlines } from '../../../../src/engine/render/gap-outline.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { marker, readMarker } from '../../../../src/text/gap-marker.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const body = (lines: number, indent = '  '): string =>
  Array.from({ length: lines }, (_, at) => `${indent}const value${at} = compute(${at});\n`).join('');

/** Returns the outline that a gap over all lines of a text shows. */
function outline(text: string, path: string, firstLine = 1): string {
  const lines = splitLines(text);
  const policy = policyOf(lines, { path });
  const structure = atOnce(readStructure(lines, policy, {}));
  return gapOutlines(lines, structure, firstLine)(0, lines.count - 1);
}

describe('a gap says', () => {
  const source = `function first() {\n${body(20)}}\n\nclass Store {\n  get(key) {\n${body(20, '    ')}  }\n}\n`;

  test('which definitions it holds, and on which lines of the file', () => {
    expect(outline(source, 'a.js')).toBe('first 1-22, Store 24-47, get 25-46');
    expect(outline(source, 'a.js', 101)).toBe('first 101-122, Store 124-147, get 125-146');
  });

  test('the outer ones where there is no room for all', () => {
    const methods = Array.from({ length: 40 }, (_, at) => `  method${at}() {\n    return ${at};\n  }\n`).join('');
    const said = outline(`class Store {\n${methods}}\n`, 'a.js');
    expect(said).toMatch(/^Store 1-122, method/);
    expect(said.length).toBeLessThan(0.06 * methods.length + 20);
  });

  test('the numbered headings of a text that has no others', () => {
    const prose = 'The harbour keeps a list of its ships, and nobody reads it. '.repeat(4);
    const text = `1. Scope\n\n${prose}\n\n1. of these\n2. are steps.\n\n2.1 Who may land\n\n${prose}\n${prose}\n\n3) Fees\n\n${prose}\n`;
    expect(outline(text, 'rules.md')).toBe('1. Scope 1-6, 2.1 Who may land 8-11, 3 Fees 13-15');
  });

  test('the hits of a search by their files and lines', () => {
    const hit = (file: string, line: number): string =>
      `src/${file}.ts:${line}:  const parcel = load(harbour, ${line});\n`;
    const hits = [hit('a', 3), hit('a', 40), ...Array.from({ length: 20 }, (_, at) => hit('b', at + 7)), hit('c', 9)];
    expect(outline(hits.join(''), '')).toBe('src/a.ts:3,40 1-2, src/b.ts:7,8,9,10,11,12,13,14,… 3-22, src/c.ts:9 23');
    // Context lines and times of day name no file.
    expect(outline(`src/a.ts-3-load\n${'12:30:45 the harbour opens\n'.repeat(20)}src/b.ts:9:load\n`, '')).not.toContain(
      '12:30',
    );
  });

  test('tests by their titles, and from the comments above them', () => {
    const tests = Array.from(
      { length: 2 },
      (_, at) => `  // Case ${at}.\n  test('adds a member, ${at}', () => {\n${body(42, '    ')}  });\n`,
    );
    expect(outline(`describe('addMember', () => {\n${tests.join('')}});\n`, 'a.test.ts')).toBe(
      'addMember 1-92, adds a member 0 2-46, adds a member 1 47-91',
    );
  });

  test('how many it does not name', () => {
    const functions = Array.from({ length: 30 }, (_, at) => `function f${at}() {\n  return ${at};\n}\n`).join('');
    const said = outline(functions, 'a.js');
    const named = said.split(', ').length - 1;
    expect(said).toMatch(new RegExp(`, \\+${30 - named} more$`));
  });

  test('what a function defines for itself only where the function is not named', () => {
    const text = `function outer() {\n${body(10)}  const inner = wrap(() => {\n${body(10, '    ')}  });\n}\n`;
    expect(outline(text, 'a.js')).toBe('outer 1-24');
    const lines = splitLines(text);
    const structure = atOnce(readStructure(lines, policyOf(lines, { path: 'a.js' }), {}));
    expect(gapOutlines(lines, structure, 1)(1, 23)).toBe('inner 12-23');
  });

  test('no calls, conditions or attributes', () => {
    const uses = [
      'setTimeout(() => {\n  one();\n  two();\n}, 5);\n',
      'log.set(\n  one,\n  two,\n  three,\n);\n',
      'expect(\n  one,\n  two,\n  three,\n)\n',
      'group.Go(func() error {\n  one()\n  two()\n})\n',
      '{names[0] && (\n  one,\n  two\n)}\n',
    ];
    const method = 'send(\n  one,\n  two,\n) {\n  three();\n}\n';
    for (const use of uses) expect(outline(`${use}${method}`, 'a.ts'), use).toMatch(/^send [\d-]+$/);
  });

  test('the longest statements where nothing is defined', () => {
    const branch = (name: string, lines: number): string => `  if (${name}) {\n${body(lines, '    ')}  }\n`;
    const text = `function outer() {\n${branch('one', 2)}${branch('two', 20)}  return 1;\n}\n`;
    const lines = splitLines(text);
    const structure = atOnce(readStructure(lines, policyOf(lines, { path: 'a.js' }), {}));
    const said = gapOutlines(lines, structure, 1);
    expect(said(1, lines.count - 2)).toBe('if one 2-5, if two 6-27');
    expect(said(7, 24)).toBe('const value1 compute 1 8, const value18 compute 18 25');
    expect(said(7, 12)).toBe('');
  });

  test('methods with their types, and a constructor with its class', () => {
    expect(outline(`func (s *Store) Get() error {\n${body(20)}}\n`, 'a.go')).toBe('Store.Get 1-22');
    expect(outline(`class Store {\n  Store(key) {\n${body(20, '    ')}  }\n}\n`, 'a.dart')).toBe('Store 1-24');
  });

  test('no names of an import list', () => {
    const text = `import {\n  type One,\n  type Two,\n} from 'one';\n\nfunction two() {\n${body(20)}}\n`;
    expect(outline(text, 'a.ts')).toBe('two 6-27');
  });

  test('the steps of a plan', () => {
    const step = (name: string): string => `**${name}**\n\n${'Some words here.\n'.repeat(10)}\n`;
    const text = `# Plan\n\n${step('Step 1: write')}${step('Step 2: run')}`;
    expect(outline(text, 'a.md')).toBe('Plan 1-27, Step 1 write 3-14, Step 2 run 16-27');
  });

  test('which headings it holds', () => {
    const text = `# Install\n\n${'Some words here.\n'.repeat(60)}\n## By npm, or pnpm: how\n\n${'More words here.\n'.repeat(20)}`;
    expect(outline(text, 'a.md')).toMatch(/^Install 1-\d+, By npm or pnpm how \d+-\d+$/);
  });

  test('nothing where nothing has a name, or the text is one line', () => {
    expect(outline(`${'word '.repeat(30)}\n`.repeat(20), 'a.txt')).toBe('');
    expect(outline(`x=${'1+'.repeat(5000)}1`, 'a.js')).toBe('');
  });
});

test('whatever a gap says is read back', () => {
  for (const name of ['$value', 'über', 'a_b', 'Größe']) {
    const text = `function ${name}() {\n${body(30)}}\n`;
    const line = marker(0, 31, 'ranges', 1, outline(text, 'a.js'));
    expect(readMarker(line)).toMatchObject({ kind: 'filtered', first: 1, last: 32 });
  }
});
