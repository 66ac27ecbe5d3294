import { expect, test } from 'vitest';
import { answering, startGateway } from '../../../support/gateway.ts';

const tool = { name: 'x', inputSchema: { type: 'object' } };

test.each([
  [900, undefined],
  [5000, undefined],
  [50_000, true],
])('of structured content that is nested %i levels deep at least the text stays', async (levels, isError) => {
  const outputSchema = isError && { type: 'object' };
  const { call } = await startGateway({
    s: answering({ tools: [{ ...tool, ...(outputSchema && { outputSchema }) }] }),
  });
  const content = [{ type: 'text', text: 'hello' }];
  const raw = `{"content":${JSON.stringify(content)},"structuredContent":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  const result = await call('mcp_s_x', { raw });
  const isLeft = levels > 1000;
  const notice = '[the structured part of this result is left out: it is nested more than 1000 levels deep]';
  expect(result.content).toEqual(isLeft ? [...content, { type: 'text', text: notice }] : content);
  expect(result.structuredContent === undefined).toBe(isLeft);
  expect(result.isError).toBe(isError);
});
