import { readSync, writeSync } from 'node:fs';
import { hookHome } from '../../hosts/hook-client/hook-home.ts';
import { MAX_HOOK_BYTES } from '../../hosts/hook-client/hook-server.ts';
import { runHook } from './run-hook.ts';

/**
 * Entry of `node hook.cjs HOST [HOME]`, which a host starts for each result. It loads almost nothing. It always exits
 * with 0, because for some hosts another exit code means that the call failed.
 */
async function answer(): Promise<void> {
  const { argv, env } = process;
  const [host, own] = argv.slice(2);
  const input = readInput(0);
  if (host === undefined || input === undefined) return;
  writeOutput(1, await runHook({ host, home: hookHome(env, own), input, env }));
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a file descriptor to its end; undefined if the input is too long. Long input is read too, because hosts report
 * an error if a hook does not read its input.
 */
function readInput(descriptor: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
    if (read === 0) break;
    bytes += read;
    if (bytes <= MAX_HOOK_BYTES) chunks.push(chunk.subarray(0, read));
  }
  return bytes > MAX_HOOK_BYTES ? undefined : Buffer.concat(chunks);
}

/** Writes a text completely, because a pipe may accept only a part at a time. */
function writeOutput(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}

// The host may have closed our input or output.
const end = (): never => process.exit(0);
answer().then(end, end);
