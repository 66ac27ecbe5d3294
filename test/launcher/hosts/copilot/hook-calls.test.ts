import path from 'node:path';
import { expect, test } from 'vitest';
import { answerHook } from '../../../../launcher/hooks/answer-hook.ts';
import { toSessionCall } from '../../../../launcher/hooks/session-call.ts';
import { createHooks, toCopilotCall } from '../../../../launcher/hosts/copilot/hook-calls.ts';
import type { Timers } from '../../../../launcher/platform/timers.ts';
import type { Fields } from '../../../../src/transcripts/fields.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { FILE, LONG } from '../../hooks/claude-session.ts';
import { realHook } from '../../hooks/real-hook.ts';
import { type CopilotSession, copilotSession } from './copilot-session.ts';

const VIEW = { path: FILE };

/** Input of the hook for a view of the shop. */
const viewed = (sessionId: string): Fields => ({
  ...{ sessionId, timestamp: 1_795_728_395_165, cwd: '/home/ann/shop', toolName: 'view', toolArgs: VIEW },
  toolResult: { resultType: 'success', textResultForLlm: LONG },
});

function session(folder: string): CopilotSession {
  const one = copilotSession(folder);
  one.asked('Mend update_refund: the refund is applied twice');
  one.called('I look for it.', 'call-0', 'grep', { pattern: 'update_refund' });
  one.gave('call-0', 'src/checkout.ts:40:  return update_refund(given);');
  return one;
}

function hook(folder: string, onLook?: () => void) {
  const { options, records } = realHook();
  const timers: Timers = {
    ...options.timers,
    after(ms, run) {
      onLook?.();
      return options.timers.after(ms, run);
    },
  };
  const ask = async (input: Fields): Promise<string | undefined> => {
    const call = toCopilotCall(input, folder);
    if (call === undefined) throw new Error('no call');
    const known = toSessionCall(call, 'copilot', createHooks(), options.reported);
    const answer = (await answerHook(known, { ...options, timers })) as
      | { readonly modifiedResult: { readonly resultType: string; readonly textResultForLlm: string } }
      | undefined;
    if (answer !== undefined) expect(answer.modifiedResult.resultType).toBe('success');
    return answer?.modifiedResult.textResultForLlm;
  };
  return { ask, records };
}

test('a view is shortened by what was said for it, found by its arguments, since the hook tells no id', async () => {
  const folder = tempDir();
  const one = session(folder);
  one.called('I look at how a depot is updated.', 'call-1', 'view', { path: '/other' });
  one.called('I look at how a refund is updated.', 'call-2', 'view', VIEW);
  one.called('I look at something else.', 'call-3', 'grep', { pattern: 'x' });
  const { ask, records } = hook(folder);
  const shown = (await ask(viewed(one.id))) ?? '';
  expect(shown).toContain('export function update_refund');
  expect(shown).toContain('does not seem to need: "I look at how a refund is updated."');
  expect(records).toMatchObject([{ tool: 'view', session: { request: 3 } }]);
});

test('a call whose result is recorded is another one', async () => {
  const folder = tempDir();
  const one = session(folder);
  one.called('I look at how a depot is updated.', 'call-1', 'view', VIEW);
  one.gave('call-1', 'nothing');
  const { ask } = hook(folder, () => {
    if (one.file !== '' && !said) one.called('I look at how a refund is updated.', 'call-2', 'view', VIEW);
    said = true;
  });
  let said = false;
  expect(await ask(viewed(one.id))).toContain('"I look at how a refund is updated."');
});

test('a subagent, which has no record, is given the whole', async () => {
  const { ask, records } = hook(tempDir());
  await expect(ask(viewed('9c1f-4a40'))).resolves.toBeUndefined();
  expect(records).toMatchObject([{ kind: 'whole', reason: 'failed' }]);
});

test('another event, and an id that is no name of a folder, are nothing to be shortened', () => {
  const folder = tempDir();
  expect(toCopilotCall({ sessionId: 'a', timestamp: 1, cwd: '/', prompt: 'Mend it' }, folder)).toBeUndefined();
  for (const odd of ['../../etc', '', 7, undefined]) {
    expect(toCopilotCall({ ...viewed('a'), sessionId: odd }, folder)).toBeUndefined();
  }
  expect(toCopilotCall(viewed('a'), folder)?.transcript).toBe(path.join(folder, 'a', 'events.jsonl'));
});
