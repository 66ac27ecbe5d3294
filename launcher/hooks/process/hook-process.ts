import { isHookHost } from '../hook-hosts.ts';
import { hookHome } from './hook-home.ts';
import { readInput } from './read-input.ts';
import { runHook } from './run-hook.ts';
import { writeOutput } from './write-output.ts';

/**
 * `node hook.cjs HOST [HOME]`: the process that a host starts for each result. It loads next to nothing, and ends with 0
 * whatever happens: to some hosts another code means that the call failed.
 */
async function answer(): Promise<void> {
  const [host, home] = process.argv.slice(2);
  const input = readInput(0);
  if (!isHookHost(host) || input === undefined) return;
  writeOutput(1, await runHook({ host, home: hookHome(process.env, home), input, env: process.env }));
}

// The host may have closed our input or output.
const end = (): never => process.exit(0);
answer().then(end, end);
