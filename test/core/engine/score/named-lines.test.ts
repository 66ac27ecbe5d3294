import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { namedLines } from '../../../../src/engine/score/named-lines.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { createSessionMemory } from '../../../../src/session-memory/session-memory.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const NAMES = Array.from({ length: 30 }, (_, at) => (at === 15 ? 'InCallChatPanel' : `OtherPart${at}`));
const TEXT = NAMES.map((name) => `export function ${name}(given) {\n  return draw(given);\n}\n`).join('');

/** Returns the numbers of the lines that a prompt names, from 0. */
function named(prompt: string): readonly number[] {
  const lines = splitLines(TEXT);
  const policy = policyOf(lines, { path: 'a.ts' });
  const { shape, headers } = atOnce(readStructure(lines, policy, {}));
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: prompt, isSummary: false });
  const document = { kind: policy.kind, path: 'a.ts', lines, shape, headers, prior: policy.prior, records: undefined };
  const found = atOnce(namedLines({ ...document, context: memory.context() }, ''));
  return [...found.keys()].filter((line) => found[line] === 1);
}

test.each([
  ['a word of a name', 'The chat stays empty with the video off', [45, 46, 47]],
  ['another form of the word', 'Mend the panels', [45, 46, 47]],
  ['a word that many names have', 'One part stays empty', []],
  ['no word of any', 'Nothing works with the video', []],
  ['a name', 'Mend OtherPart3', [9, 10, 11]],
])('a prompt with %s names the definition, whole', (_, prompt, lines) => {
  expect(named(prompt)).toEqual(lines);
});
