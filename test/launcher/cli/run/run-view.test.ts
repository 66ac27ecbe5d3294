import { expect, test } from 'vitest';
import { createRunView } from '../../../../launcher/cli/run/run-command.ts';
import type { AgentEvent } from '../../../../launcher/runner/agents/agent-event.ts';

function shown(events: readonly AgentEvent[], allowBash = false): string {
  let text = '';
  const print = (lines: string): void => {
    text += lines;
  };
  const view = createRunView({ print, say: () => {}, stop: () => {} }, allowBash);
  for (const event of events) view(event);
  return text;
}

const call = (id: string, tool: string, input: object, server?: string): AgentEvent => ({
  ...{ kind: 'tool_started', id, tool, server, input: { ...input } },
});

test('what an agent says on the way is shown, and its last words are not: they are the answer', () => {
  const events: readonly AgentEvent[] = [
    { kind: 'text', text: 'I look\nat it.' },
    call('a', 'read', { file_path: 'a.ts', context_focus_question: 'Where?' }, 'pruner'),
    { kind: 'tool_ended', id: 'a', failed: false },
    { kind: 'text', text: 'Found it.' },
    { kind: 'ended', ok: true, text: 'Found it.' },
  ];
  expect(shown(events)).toBe('  I look at it.\n  read  a.ts  ? Where?\n');
});

test('a call that failed is shown with why', () => {
  const events: readonly AgentEvent[] = [
    call('a', 'grep', { pattern: 'x' }, 'pruner'),
    { kind: 'tool_ended', id: 'a', failed: true, why: 'no such\u001b[2J folder' },
    { kind: 'tool_ended', id: 'b', failed: true },
  ];
  expect(shown(events)).toBe('  grep  x\n  grep failed: no such\\u001b[2J folder\n  a tool failed\n');
});

test('a shell that is not open to the agent is shown with what opens it', () => {
  const events = (server?: string): readonly AgentEvent[] => [
    call('a', 'bash', { command: 'ls' }, server),
    { kind: 'tool_ended', id: 'a', failed: true, why: 'no approval' },
  ];
  expect(shown(events('pruner'))).toBe('  bash  ls\n  bash failed: it takes --allow-bash\n');
  expect(shown(events('pruner'), true)).toBe('  bash  ls\n  bash failed: no approval\n');
  expect(shown(events())).toBe('  bash  ls\n  bash failed: no approval\n');
});
