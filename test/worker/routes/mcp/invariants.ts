import { expect } from 'vitest';

/** A tool's result as received. */
export interface WireResult {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** Fields with requested content, which is only limited by bytes. */
const ASKED_FOR = new Set(['text', 'content']);
const DEEPEST = 4;

/** Checks a result against the invariants (src/fit/invariants.md), as far as a client can see them. */
export function expectInvariants(result: WireResult): void {
  const { structuredContent: body } = result;
  expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThanOrEqual(10_240);
  expect(body['summary']).toMatch(/^[^\n\r]{1,100}$/);
  expect(body['success']).toBe(result.isError !== true);
  expectLimits(body, body, 1);
  if (body['truncated'] === true) {
    expect(body).toMatchObject({ hasMore: true, originalBytes: expect.any(Number), notice: expect.any(String) });
    const links = result.content.filter(({ type }) => type === 'resource_link').map(({ uri }) => uri);
    expect(links).toEqual('artifactRef' in body ? [body['artifactRef']] : []);
  }
}

function expectLimits(value: unknown, body: WireResult['structuredContent'], depth: number, name = ''): void {
  if (typeof value === 'string' && !ASKED_FOR.has(name)) expect(value.length).toBeLessThanOrEqual(500);
  if (typeof value !== 'object' || value === null) return;
  expect(depth).toBeLessThanOrEqual(DEEPEST);
  if (Array.isArray(value)) expect(value.length).toBeLessThanOrEqual(10);
  for (const [key, one] of Object.entries(value)) expectLimits(one, body, depth + 1, key);
}
