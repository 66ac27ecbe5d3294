import { expect, test } from 'vitest';
import { definitionsRecord } from '../../../launcher/server/session-definitions.ts';
import { FOCUS, FOCUS_SCHEMA } from '../../../launcher/tools/focus.ts';

const tool = (name: string): object => ({
  name,
  inputSchema: { type: 'object', properties: { [FOCUS]: FOCUS_SCHEMA } },
  outputSchema: {},
});

test('tools of servers that connect later are a cost too, each once', () => {
  const known = new Set<unknown>();
  const first = definitionsRecord('Ask.', [tool('read')], [tool('a')], known);
  expect([first?.own.length, first?.others.length]).toEqual([2, 1]);
  const later = definitionsRecord(undefined, [tool('read')], [tool('a'), tool('b')], known);
  expect(later).toEqual({
    kind: 'definitions',
    own: [],
    others: [
      {
        listed: JSON.stringify({ name: 'b', inputSchema: { type: 'object', properties: { [FOCUS]: FOCUS_SCHEMA } } }),
        straight: JSON.stringify({ name: 'b', inputSchema: { type: 'object', properties: {} } }),
      },
    ],
  });
  expect(definitionsRecord(undefined, [tool('read')], [tool('b')], known)).toBeUndefined();
});
