import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { readTerms } from '../../../../../src/engine/score/question/question-terms.ts';

test('the words of a whole issue count, also those late in it', () => {
  const told = Array.from({ length: 70 }, (_, i) => `told${String.fromCharCode(97 + (i % 26), 97 + (i % 7))}`).join(
    ' ',
  );
  const issue = `Something is off\n\n${told}\n\n\`\`\`\nat moorSchooner (harbor.ts:90)\n\`\`\`\n`;
  const code = Array.from({ length: 60 }, (_, i) => `function step${i}() {\n  return load(${i});\n}\n`);
  const text = [...code, 'function moorSchooner() {\n  return pier;\n}\n', ...code].join('\n');
  expect(pruneText({ text, question: issue, path: 'harbor.ts', targetRatio: 0.1 }).text).toContain('return pier;');
});

test('words of the first line are its title, and words in fences and names are code', () => {
  const { terms } = readTerms('Mooring fails\n\nIn `harbor` and callPort:\n```\nschooner\n```\nanchor');
  const of = (key: 'isTitle' | 'isCode'): readonly string[] =>
    terms.filter((term) => term[key]).map(({ word }) => word);
  expect(of('isTitle')).toEqual(['moor', 'fail', 'moor fail']);
  expect(of('isCode')).toEqual(['harbor', 'harbor', 'call', 'port', 'callport', 'schooner']);
});
