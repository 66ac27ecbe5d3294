import { expect, test } from 'vitest';
import { readJson } from '../../../src/base/json/read-json.ts';
import { definitionText } from '../../../src/mcp/tool-definition.ts';

const of = (json: string): string => definitionText(readJson(json) as Record<string, unknown>);

test('a definition is the same text whatever the order of its keys, an entry a line', () => {
  const one = of('{"name":"t","description":"d","inputSchema":{"type":"object","required":["b","a"]},"_meta":{"x":1}}');
  expect(one).toBe(of('{"inputSchema":{"required":["b","a"],"type":"object"},"description":"d"}'));
  expect(one.split('\n')).toEqual([
    '{',
    '  "description": "d"',
    '  "inputSchema": {',
    '    "required": [',
    '      "b"',
    '      "a"',
    '    ]',
    '    "type": "object"',
    '  }',
    '}',
    '',
  ]);
});

test.each([
  ['a description', '{"description":"e"}'],
  ['an argument', '{"description":"d","inputSchema":{"properties":{"a":{}}}}'],
  ['a hint', '{"description":"d","annotations":{"readOnlyHint":true}}'],
  ['a number’s own characters', '{"description":"d","inputSchema":{"maximum":1.0}}'],
])('%s makes it another one', (_what, json) => {
  expect(of(json)).not.toBe(of('{"description":"d","inputSchema":{"maximum":1}}'));
});
