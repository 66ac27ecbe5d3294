import { expect, test } from 'vitest';
import { META } from '../../../../src/mcp/modern/request-meta.ts';
import { readHeadedRequest } from '../../../../src/mcp/modern/standard-headers.ts';

const _meta = { [META.version]: '2026-07-28', [META.capabilities]: {} };
const CALL = { method: 'tools/call', params: { name: 'read', _meta } };
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'read' };

const check = (headers: Readonly<Record<string, string>>, request = CALL): unknown => {
  try {
    const read = readHeadedRequest((name) => headers[name.toLowerCase()], request.method, request.params);
    return read?.version;
  } catch (error) {
    return error;
  }
};

test('headers that say what the body says are fine', () => {
  expect(check(HEADERS)).toBe('2026-07-28');
  const list = { method: 'tools/list', params: { _meta } };
  const { 'mcp-name': _, ...unnamed } = HEADERS;
  expect(check({ ...unnamed, 'mcp-method': 'tools/list' }, list as typeof CALL)).toBe('2026-07-28');
  const odd = { ...CALL, params: { name: 'Grüße 世界', _meta } };
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(odd.params.name)));
  expect(check({ ...HEADERS, 'mcp-name': `=?base64?${encoded}?=` }, odd)).toBe('2026-07-28');
});

test.each([
  [
    'mcp-protocol-version',
    '2025-11-25',
    'the header MCP-Protocol-Version is "2025-11-25", expected "2026-07-28" as in the body',
  ],
  ['mcp-method', 'tools/list', 'the header Mcp-Method is "tools/list", expected "tools/call" as in the body'],
  ['mcp-method', undefined, 'the header Mcp-Method is missing, expected "tools/call"'],
  ['mcp-name', 'write', 'the header Mcp-Name is "write", expected "read" as in the body'],
  ['mcp-name', undefined, 'the header Mcp-Name is missing, expected "read"'],
  ['mcp-name', '=?base64?/w==?=', 'the header Mcp-Name is "=?base64?/w==?=", expected Base64 of UTF-8'],
  ['mcp-name', '=?base64?%?=', 'the header Mcp-Name is "=?base64?%?=", expected Base64 of UTF-8'],
])('%s of %j is a mismatch', (name, value, why) => {
  const { [name as 'mcp-name']: _, ...rest } = HEADERS;
  const headers = value === undefined ? rest : { ...rest, [name]: value };
  expect(check(headers as Readonly<Record<string, string>>)).toMatchObject({
    code: -32020,
    message: `Header mismatch: ${why}`,
  });
});

test('a version that is not served is told before other headers are looked at, and a body without one is incomplete', () => {
  const other = { ...CALL, params: { name: 'read', _meta: { ..._meta, [META.version]: '1999-01-01' } } };
  expect(check({ 'mcp-protocol-version': '1999-01-01' }, other)).toMatchObject({ code: -32022 });
  expect(check(HEADERS, other)).toMatchObject({ code: -32020 });
  expect(check(HEADERS, { ...CALL, params: { name: 'read' } } as typeof CALL)).toMatchObject({ code: -32602 });
  const earlier = { ...CALL, params: { name: 'read' } } as typeof CALL;
  expect(check({ 'mcp-protocol-version': '2025-11-25' }, earlier)).toBeUndefined();
});
