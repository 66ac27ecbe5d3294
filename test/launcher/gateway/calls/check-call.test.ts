import { expect, test } from 'vitest';
import { checkCall } from '../../../../launcher/gateway/calls/check-call.ts';
import type { OfferedTool } from '../../../../launcher/gateway/catalog/offered-tool.ts';

test('an argument named __proto__ is one like any other', () => {
  const args: unknown = JSON.parse('{"__proto__":{"a":1},"context_focus_question":"why?"}');
  const offered = { tool: { name: 't' }, focused: {} } as unknown as OfferedTool;
  const checked = checkCall(offered, { name: 'mcp_s_t', arguments: args });
  expect(checked).toMatchObject({ ok: true, question: 'why?' });
  expect(JSON.stringify(checked)).toContain('"arguments":{"__proto__":{"a":1}}');
});
