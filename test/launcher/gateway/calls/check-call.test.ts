import { expect, test } from 'vitest';
import { checkGatewayCall } from '../../../../launcher/gateway/calls/check-call.ts';
import type { OfferedTool } from '../../../../launcher/gateway/catalog/offered-tool.ts';
import { toReadableTool } from '../../../../launcher/gateway/catalog/readable-tool.ts';

test('an argument named __proto__ is one like any other', () => {
  const args: unknown = JSON.parse('{"__proto__":{"a":1},"context_focus_question":"why?"}');
  const offered = { tool: { name: 't' }, focused: {} } as unknown as OfferedTool;
  const checked = checkGatewayCall(offered, { name: 'mcp_s_t', arguments: args });
  expect(checked).toMatchObject({ ok: true, question: 'why?' });
  expect(JSON.stringify(checked)).toContain('"arguments":{"__proto__":{"a":1}}');
});

test('arguments of a mended tool reach its server as they are, which checks them against its own schema', () => {
  const inputSchema = { oneOf: [{ properties: { a: { type: 'STRING' } }, required: ['a'] }, { type: 'null' }] };
  const readable = toReadableTool({ name: 't', inputSchema });
  const offered = { tool: readable.ok && readable.tool, focused: undefined } as unknown as OfferedTool;
  expect(offered.tool.inputSchema).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
  for (const args of [{}, { a: 5 }, { b: null }]) {
    expect(checkGatewayCall(offered, { name: 'mcp_s_t', arguments: args })).toMatchObject({
      ok: true,
      forwarded: { name: 't', arguments: args },
    });
  }
});
