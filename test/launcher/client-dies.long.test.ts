import { test } from 'vitest';
import { ended } from '../support/running.ts';
import { clientDies, LASTING, runCommand } from './lasting-command.ts';

test('a client that dies leaves no command running on a machine with 1,000 processes', async () => {
  const names = Array.from({ length: 5 }, (_, i) => `p${i}`);
  const many = 'for i in $(seq 1000); do sleep 300 & done';
  const command = `${many}; ${names.map((name) => `setsid env -i PATH="$PATH" ${LASTING(name)} &`).join(' ')} wait`;
  const { launcher, pids } = await runCommand(command, names);
  clientDies(launcher);
  await launcher.exited;
  await ended(pids);
});
