import { expect, test } from 'vitest';
import { answerHost } from '../../../../launcher/hooks/answer-host.ts';
import { parseArtifactRef } from '../../../../src/artifacts/artifact-ref.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { realHook } from '../../hooks/real-hook.ts';
import { type CodexSession, codexSession, commandCall, PRINTED } from './codex-session.ts';

/** A session whose command has just ended. */
function ended(exitCode: number): CodexSession {
  const session = codexSession(tempDir());
  session.said('I look at how a refund is updated.');
  session.called('call-1', 'cat shop.ts');
  session.exited('call-1', exitCode);
  return session;
}

/** A session whose command has ended after Codex answered that it still runs. */
function endedLater(): CodexSession {
  const session = codexSession(tempDir());
  session.said('I look at how a refund is updated.');
  session.called('call-1', 'sleep 20; cat shop.ts');
  session.gave('call-1', 'Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n');
  session.exited('call-1', 3);
  return session;
}

const answer = async (input: object, more = {}) => {
  const { options, artifacts } = realHook(more);
  const answered = (await answerHost('codex', { ...input }, options)) as
    | { decision: string; reason: string }
    | undefined;
  return { answered, artifacts };
};

test.each([0, 3])('a command that ended with %d says so above what is left of its output', async (code) => {
  const { answered, artifacts } = await answer(commandCall(ended(code), 'call-1'));
  expect(answered?.decision).toBe('block');
  const reason = answered?.reason ?? '';
  expect(reason).toMatch(new RegExp(`^Process exited with code ${code}\nOutput:\n`));
  expect(reason).toContain('export function update_refund');
  expect(reason.length).toBeLessThan(PRINTED.length / 2);
  const [, said, ref = ''] =
    /need: "(.*)"\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="(ax:[^"]+)"\]$/.exec(
      reason,
    ) ?? [];
  expect(said).toBe('I look at how a refund is updated.');
  const named = parseArtifactRef(ref);
  expect(new TextDecoder().decode(named && (await artifacts.read(named)))).toBe(PRINTED);
});

test('what of it was shown is known again from the record', async () => {
  const session = ended(0);
  const { options } = realHook();
  const { reason } = (await answerHost('codex', commandCall(session, 'call-1'), options)) as { reason: string };
  session.gave('call-1', reason);
  const known = await options.transcriptOf(session.file).catchUp();
  expect(known.wasShortened('shop.ts')).toBe(true);
});

test('an output passes if its exit code is not known: the command still runs, or a script called it', async () => {
  const running = codexSession(tempDir());
  running.called('call-1', 'cat shop.ts');
  expect((await answer(commandCall(running, 'call-1'))).answered).toBeUndefined();
  const script = codexSession(tempDir());
  script.exited('call-1', 0);
  expect((await answer(commandCall(script, 'call-1'))).answered).toBeUndefined();
});

test('the end of a command that still ran is shortened in the answer to write_stdin, with the exit code', async () => {
  const session = endedLater();
  session.polled('call-2');
  // Codex names the command's own call.
  const { answered } = await answer(commandCall(session, 'call-1'));
  expect(answered?.reason).toMatch(/^Process exited with code 3\nOutput:\n/);
  expect(answered?.reason.length).toBeLessThan(PRINTED.length / 2);
});

test('the end of a command passes if a script asked for it, because an answer breaks the script off', async () => {
  const session = endedLater();
  session.polled('call-2');
  session.gave('call-2', 'Wall time: 5.0 seconds\nProcess running with session ID 7\nOutput:\n');
  session.ran('call-3', 'text(await tools.write_stdin({ session_id: 7 }))');
  expect((await answer(commandCall(session, 'call-1'))).answered).toBeUndefined();
});

test('an output that Codex cut itself passes', async () => {
  const cut = `Warning: truncated output (original token count: 497224)\nTotal output lines: 300000\n\n${PRINTED}`;
  expect((await answer(commandCall(ended(0), 'call-1', cut))).answered).toBeUndefined();
});

test('what is no output of a command passes', async () => {
  const call = commandCall(ended(0), 'call-1');
  for (const input of [
    { ...call, tool_name: 'apply_patch' },
    { ...call, tool_response: { output: PRINTED } },
    { ...call, hook_event_name: 'PreToolUse' },
    { ...call, transcript_path: null },
    { ...call, tool_use_id: undefined },
    {},
  ]) {
    expect((await answer(input)).answered).toBeUndefined();
  }
});

test('while it is only measured, an output passes', async () => {
  expect((await answer(commandCall(ended(0), 'call-1'), { mode: 'shadow' })).answered).toBeUndefined();
});

test('an output passes if more is left of it than Codex shows of a hook', async () => {
  // Every line names a definition, so all lines stay.
  const output = Array.from({ length: 500 }, (_, at) => `refund ${at} updated by update_refund: depot ${at}`).join(
    '\n',
  );
  const { answered } = await answer(commandCall(ended(0), 'call-1', `${PRINTED}\n${output}`));
  expect(Buffer.byteLength(answered?.reason ?? '')).toBeLessThanOrEqual(10_000);
});
