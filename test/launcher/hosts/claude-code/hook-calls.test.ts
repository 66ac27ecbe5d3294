import { expect, test } from 'vitest';
import { createHooks } from '../../../../launcher/hosts/claude-code/hook-calls.ts';
import { readCall } from '../../hooks/claude-session.ts';

const hooks = createHooks();

test('what hooks of earlier versions still send passes', async () => {
  expect(await hooks.toCall(readCall({ file: '/home/ann/.claude/projects/shop/s1.jsonl' }))).toBeUndefined();
});

test('the folder of a call of ours is told', () => {
  const input = { hook_event_name: 'PreToolUse', tool_use_id: 'call-1', cwd: '/home/ann/shop' };
  expect(hooks.toToldFolder?.(input)).toEqual({ call: 'call-1', folder: '/home/ann/shop' });
  expect(hooks.toToldFolder?.({ ...input, cwd: '' })).toBeUndefined();
  expect(hooks.toToldFolder?.({ ...input, hook_event_name: 'PostToolUse' })).toBeUndefined();
});
