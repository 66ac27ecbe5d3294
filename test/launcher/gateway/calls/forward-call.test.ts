import { expect, test } from 'vitest';
import { toGatewayResult } from '../../../../launcher/gateway/calls/forward-call.ts';

test('fields that are null are taken as not there', () => {
  const content = [{ type: 'text', text: 'a', annotations: null }];
  const given = { content, structuredContent: null, isError: null, _meta: null, odd: null };
  expect(toGatewayResult('s', 't', given)).toEqual({ content, odd: null });
  expect(toGatewayResult('s', 't', { content: null })).toEqual({ content: [] });
});

test.each([[[1, 2]], ['text'], [7], [false], [{ a: 1 }]])(
  'structured content may be any JSON: %j',
  (structuredContent) => {
    const given = { content: [{ type: 'text', text: 'a' }], structuredContent };
    expect(toGatewayResult('s', 't', given)).toBe(given);
  },
);
