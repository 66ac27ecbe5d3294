import { expect, test } from 'vitest';
import { toGatewayResult } from '../../../../launcher/gateway/calls/gateway-result.ts';

test('fields that are null are taken as not there', () => {
  const content = [{ type: 'text', text: 'a', annotations: null }];
  const given = { content, structuredContent: null, isError: null, _meta: null, odd: null };
  expect(toGatewayResult('s', 't', given)).toEqual({ content, odd: null });
  expect(toGatewayResult('s', 't', { content: null })).toEqual({ content: [] });
});
