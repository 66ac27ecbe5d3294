import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codexAgent } from '../../../../launcher/runner/agents/codex-agent.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const ENDED = { type: 'turn.completed', usage: {} };

/**
 * Starts a fake `codex`, whose child process keeps its pipes open. It says that its turn has ended, and then runs
 * `last`. Returns its messages.
 */
function messages(last: string, signal: AbortSignal) {
  const cwd = tempDir();
  const file = path.join(cwd, 'codex');
  writeFileSync(file, `#!/bin/sh\nsleep 60 &\necho $! > pid\necho '${JSON.stringify(ENDED)}'\n${last}\n`);
  chmodSync(file, 0o755);
  const env = { PATH: `${cwd}:/usr/bin:/bin` };
  const order = { prompt: 'Where?', cwd, env, allowedTools: [], signal };
  const endLeftover = (): void => void process.kill(Number(readFileSync(path.join(cwd, 'pid'), 'utf8')));
  return { said: codexAgent.messages(order), endLeftover };
}

test.runIf(process.platform === 'linux')('what outlives codex and holds its pipes holds up no end', async () => {
  const { said, endLeftover } = messages('exit 0', new AbortController().signal);
  const heard: unknown[] = [];
  for await (const one of said) heard.push(one);
  expect(heard).toEqual([ENDED]);
  endLeftover();
});

test.runIf(process.platform === 'linux')('nor a cancellation', async () => {
  const stop = new AbortController();
  const { said, endLeftover } = messages('exec sleep 60', stop.signal);
  const run = async (): Promise<void> => {
    for await (const _ of said) stop.abort(new Error('cancelled'));
  };
  await expect(run()).rejects.toThrow('cancelled');
  endLeftover();
});
