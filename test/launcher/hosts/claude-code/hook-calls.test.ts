import { expect, test } from 'vitest';
import { toClaudeCall } from '../../../../launcher/hosts/claude-code/hook-calls.ts';
import { readCall } from '../../hooks/claude-session.ts';

const CALL = readCall({ file: '/home/ann/.claude/projects/shop/s1.jsonl' });

test('a call is read from a command’s input as from an MCP tool’s arguments', () => {
  const told = { ...CALL, tool_response: JSON.parse(CALL.tool_response) as object };
  for (const input of [CALL, told]) {
    const call = toClaudeCall(input);
    expect(call).toMatchObject({ id: 'call-2', tool: 'Read', transcript: CALL.transcript_path });
    expect(call?.result?.text).toContain('update_refund');
  }
  expect(toClaudeCall(CALL)?.toAnswer({ a: 1 })).toEqual({
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { a: 1 } },
  });
});

test('a subagent’s session is the one beside that of who started it', () => {
  const of = (agent_id: unknown): unknown => toClaudeCall({ ...CALL, agent_id })?.transcript;
  expect(of('a1b2')).toBe('/home/ann/.claude/projects/shop/s1/subagents/agent-a1b2.jsonl');
  expect(of(undefined)).toBe(CALL.transcript_path);
  for (const odd of ['../../other', `\${agent_id}`, { id: 'a1b2' }, 7]) expect(of(odd)).toBeUndefined();
});

test('another event, and a response that is no JSON, have nothing to be shortened', () => {
  expect(toClaudeCall({ ...CALL, hook_event_name: 'PreToolUse' })).toBeUndefined();
  expect(toClaudeCall({ ...CALL, tool_name: 7 })).toBeUndefined();
  expect(toClaudeCall({ ...CALL, tool_response: '{"type":"te' })?.result).toBeUndefined();
});
