import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

export interface LastingCommand {
  readonly launcher: Launcher;
  readonly pids: readonly number[];
}

/** A command that writes its pid and never ends. */
export const LASTING = (name: string): string => `bash -c 'echo $$ > ${name}.pid; while :; do sleep 1; done'`;
const clientInfo = { name: 'test', version: '1' };

/** Starts a launcher that runs a command. Resolves once there is a file with a pid for each name. */
export async function runCommand(command: string, names: readonly string[]): Promise<LastingCommand> {
  const root = tempDir();
  const launcher = startLauncher(root);
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const params = { name: 'bash', arguments: { command, timeout_ms: 300_000 } };
  launcher.send(JSON.stringify({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params }));
  const pids = await Promise.all(
    names.map((name) =>
      until(async () => {
        try {
          return Number(readFileSync(path.join(root, `${name}.pid`), 'utf8')) || undefined;
        } catch {
          return undefined;
        }
      }),
    ),
  );
  return { launcher, pids };
}

/** Closes the pipes, as the system does if a client is killed. */
export function clientDies({ child }: Launcher): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
}
