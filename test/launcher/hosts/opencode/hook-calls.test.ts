import { expect, test } from 'vitest';
import { answerHost } from '../../../../launcher/hooks/answer-host.ts';
import { createReportedSessions } from '../../../../launcher/hooks/transcript/reported-sessions.ts';
import { createHooks } from '../../../../launcher/hosts/opencode/hook-calls.ts';
import { hookNotice } from '../../../../src/text/hook-notice.ts';
import { SHOP } from '../../../support/shop.ts';
import { realHook } from '../../hooks/real-hook.ts';

const LONG = SHOP.repeat(8);
const LINES = LONG.replace(/\n$/, '').split('\n');
const FILE = '/home/ann/shop/src/shop.ts';
const READ = `<path>${FILE}</path>\n<type>file</type>\n<content>\n${LINES.map((line, at) => `${at + 1}: ${line}`).join('\n')}\n\n(End of file - total ${LINES.length} lines)\n</content>`;

const part = (id: string, of: object) => ({ id, sessionID: 'ses_1', ...of });
const user = {
  info: { id: 'm1', role: 'user' },
  parts: [part('p1', { type: 'text', text: 'Mend update_refund: the refund is applied twice' })],
};
const assistant = (...parts: object[]) => ({ info: { id: 'm2', role: 'assistant' }, parts });
const SAID = part('p2', { type: 'text', text: 'I look at how a refund is updated.', time: { start: 1, end: 2 } });
const SEARCH = part('p0', {
  ...{ type: 'tool', callID: 'c0', tool: 'grep' },
  state: {
    status: 'completed',
    input: { pattern: 'update_refund' },
    output: 'src/checkout.ts:40:  return update_refund(given);',
  },
});
const call = (status: string, output?: string) =>
  part('p3', { type: 'tool', callID: 'c1', tool: 'read', state: { status, input: { filePath: FILE }, output } });

const noReader = (): never => {
  throw new Error('no reader');
};

const hooked = (more: object) => ({
  ...{ session: 'ses_1', call: 'c1', tool: 'read', args: { filePath: FILE }, output: READ, metadata: {} },
  ...more,
});

test('a file that is read shows what the session is about, with its own numbers', async () => {
  const { options } = realHook();
  const messages = [user, assistant(SEARCH, SAID, call('running'))];
  const { output } = (await answerHost('opencode', hooked({ messages }), options)) as { output: string };
  const at = LINES.findIndex((line) => line.startsWith('export function update_refund'));
  expect(output).toContain(`\n${at + 1}: ${LINES[at]}\n`);
  expect(output).not.toContain('export function update_wishlist');
  expect(output).toMatch(
    /\[mcp-pruner left out what this does not seem to need: "I look at how a refund is updated\."\. A line "\*" in \.mcp-prunerignore switches this off\. All/,
  );
  expect(output.endsWith(`(End of file - total ${LINES.length} lines)\n</content>`)).toBe(true);
  for (const line of output.split('\n')) {
    const [, number, text] = /^(\d+): (.*)$/.exec(line) ?? [];
    if (number !== undefined) expect(text).toBe(LINES[Number(number) - 1]);
  }

  // If the agent then asks for a part of the file, it gets that part whole.
  const messagesSince = [assistant(call('completed', output)), assistant(part('p4', { type: 'text', text: 'More.' }))];
  const again = { messages: messagesSince, call: 'c2', args: { filePath: FILE, offset: 2 } };
  expect(await answerHost('opencode', hooked(again), options)).toBeUndefined();
  const known = await options.reported('opencode ses_1', noReader).catchUp();
  expect(known.wasShortened(FILE)).toBe(true);
});

test('a line that was given is not taken for one that is still there', async () => {
  const { options } = realHook();
  const before = [user, assistant(SEARCH, SAID, call('running')), assistant(call('completed', READ))];
  const { output } = (await answerHost('opencode', hooked({ messages: before, call: 'c2' }), options)) as {
    output: string;
  };
  expect(output).not.toMatch(/^\(lines \d+-\d+ as /m);
});

test('a part that is told twice counts once, and a call without its arguments not yet', async () => {
  const asks = (text: string) => assistant(part('p9', { type: 'text', text, time: { start: 1, end: 2 } }));
  const pending = part('p3', { type: 'tool', callID: 'c1', tool: 'read', state: { status: 'pending', input: {} } });
  const { createReportReader = noReader } = createHooks();
  const session = createReportedSessions()('ses_1', createReportReader);
  session.report([user, asks('I look at how a depot is added.'), assistant(pending)]);
  session.report([user, asks('I look at how a refund is updated.'), assistant(call('running'))]);
  const notice = hookNotice({ question: 'y', ref: `ax://read/${'a'.repeat(32)}`, firstLine: 1 });
  session.report([assistant(call('completed', `x\n${notice}`))]);
  const known = await session.catchUp();
  expect(known.questionOf('c1')?.question).toBe('I look at how a depot is added.');
  expect(known.wasShortened(FILE)).toBe(true);
});

test('what our plugin would not send passes', async () => {
  const { options } = realHook();
  for (const odd of [{ session: 1 }, { call: undefined }, { tool: null }, { output: [READ] }, { tool: 'list' }]) {
    expect(await answerHost('opencode', hooked({ messages: [user], ...odd }), options)).toBeUndefined();
  }
});
