import { expect, test } from 'vitest';
import { toRecordedCall } from '../../../../launcher/tools/context/to-recorded-call.ts';
import type { ToolResult } from '../../../../src/mcp/tool-result.ts';
import { RESULT_META } from '../../../../src/mcp/tool-result.ts';

const SHOP = { root: '/shop', folder: '/shop' };

const shown = (about: object = {}): ToolResult => {
  return { content: [{ type: 'text', text: 'a line' }], structuredContent: { ...about } };
};

test('a read is of a file below the root and its lines; an answer to a question is of none', () => {
  const read = { file_path: './src/../src/a.ts', start_line: 3, end_line: 9 };
  expect(toRecordedCall(SHOP, 'read', read, shown({ truncated: false }))).toEqual({
    ...{ tool: 'read', shown: 'a line', file: 'src/a.ts', lines: { start: 3, end: 9 }, cut: false },
  });
  const asked = { ...read, context_focus_question: 'what?' };
  expect(toRecordedCall(SHOP, 'read', asked, shown())).toEqual({
    ...{ tool: 'read', shown: 'a line', topic: 'read ./src/../src/a.ts what?' },
  });
  expect(toRecordedCall(SHOP, 'read', read, { ...shown(), isError: true })).toBeUndefined();
});

test('a command, a search and a question are known by what was asked, without secrets', () => {
  const topicOf = (tool: string, args: object) => toRecordedCall(SHOP, tool, args, shown())?.topic;
  expect(topicOf('bash', { command: 'npm test\n  --silent' })).toBe('npm test --silent');
  expect(topicOf('grep', { pattern: 'retry', path: 'src', context_focus_question: 'why?' })).toBe(
    'grep retry src why?',
  );
  const token = `ghp_${'a1'.repeat(18)}`;
  expect(topicOf('bash', { command: `curl -H "Authorization: Bearer ${token}" x` })).not.toContain('a1a1');
  expect(topicOf('bash', { command: 'x'.repeat(9000) })?.length).toBeLessThanOrEqual(120);
});

test('a private key is in no topic, however long the command that it stands in', () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(200)}-----END PRIVATE KEY-----`;
  for (const command of [`echo '${key}'`, `${' \n'.repeat(60_000)}${key}`, `${key}\n`.repeat(9)]) {
    const topic = toRecordedCall(SHOP, 'bash', { command }, shown())?.topic;
    expect([topic?.includes('[redacted:private-key]'), topic?.includes('MIIE')]).toEqual([true, false]);
  }
});

test('a read that shows less than was asked for takes the place of nothing', () => {
  const whole = { file_path: 'a.ts' };
  const text = { content: [], _meta: { [RESULT_META]: { truncated: true } } };
  for (const part of [shown({ truncated: true }), shown({ shaped: { original_bytes: 1 } }), text]) {
    expect(toRecordedCall(SHOP, 'read', whole, part)).toMatchObject({ file: 'a.ts', cut: true });
  }
});
