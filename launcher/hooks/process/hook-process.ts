import { writeSync } from 'node:fs';
import { hookHome } from '../../hosts/hook-client/hook-home.ts';
import { readInput } from './read-input.ts';
import { runHook } from './run-hook.ts';

/**
 * Entry of `node hook.cjs HOST [HOME]`, which a host starts for each result. It loads almost nothing. It always exits
 * with 0, because some hosts take another exit code to mean that the call failed.
 */
async function answer(): Promise<void> {
  const [host, home] = process.argv.slice(2);
  const input = readInput(0);
  if (host === undefined || input === undefined) return;
  writeOutput(1, await runHook({ host, home: hookHome(process.env, home), input, env: process.env }));
}

/** Writes a text completely, because a pipe may accept only a part at a time. */
function writeOutput(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}

// The host may have closed our input or output.
const end = (): never => process.exit(0);
answer().then(end, end);
