import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from '../../../launcher/cli/run-cli.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** True if stdout and stderr are terminals. */
  readonly terminal?: boolean;
  readonly stop?: AbortSignal;
  /** Default: the system's clock. */
  readonly now?: () => number;
  /** Receives stderr while the command runs. */
  readonly stderr?: PassThrough;
}

/** Runs a command line in this process, with HOME in its folder. */
export async function runInProcess(args: readonly string[], surroundings: Surroundings): Promise<Ran> {
  const { cwd, env = {}, terminal = false, stop = new AbortController().signal, now = Date.now } = surroundings;
  const heard = surroundings.stderr ?? new PassThrough();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), heard].map((stream) =>
    Object.assign(stream, { isTTY: terminal }),
  ) as unknown as [NodeJS.ReadStream, NodeJS.WriteStream, NodeJS.WriteStream];
  const said = Promise.all([stdout, stderr].map((stream) => text(stream as unknown as PassThrough)));
  const home = { HOME: cwd, MCP_PRUNER_HOME: `${cwd}/.mcp-pruner` };
  const code = await runCli(args, {
    env: { ...home, ...env },
    cwd,
    stdin,
    stdout,
    stderr,
    version: '1.2.3',
    now,
    stop,
  });
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = await said;
  return { code, stdout: out, stderr: err };
}
