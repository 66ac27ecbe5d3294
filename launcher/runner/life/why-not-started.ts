import { spawn } from 'node:child_process';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { McpServerConfig, McpServers } from '../provider-run-options.ts';

/** Environment and folder with which a host starts its servers. */
export interface StartedBy {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly timers?: Timers | undefined;
}

/** Max time for a server to answer or to end, in milliseconds. */
const WAIT_MS = 5000;
/** Max lines and UTF-16 units of a server's output to return. */
const LINES = 5;
const MAX_CHARS = 2000;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'mcp-pruner-run', version: '1' } },
};

/**
 * Starts the servers once more, since hosts do not show a server's output. Returns the last lines on stderr of the
 * first server that exits without an answer; undefined if there is none. Ends all of them. Never rejects.
 */
export async function whyNotStarted(servers: McpServers, by: StartedBy): Promise<string | undefined> {
  for (const server of Object.values(servers)) {
    const said = await lastWordsOf(server, by);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** Starts a server, or returns why it cannot be tried. */
function spawned({ command, args = [], env: own }: McpServerConfig, { cwd, env, signal }: StartedBy) {
  try {
    return spawn(command, args, { cwd, env: { ...env, ...own }, stdio: 'pipe', signal, killSignal: 'SIGKILL' });
  } catch (error) {
    return error as Error;
  }
}

function lastWordsOf(server: McpServerConfig, by: StartedBy): Promise<string | undefined> {
  const { signal, timers = systemTimers } = by;
  return new Promise((resolve) => {
    const child = spawned(server, by);
    if (child instanceof Error) return resolve(child.message);
    let said = '';
    const finish = (words: string | undefined): void => {
      cancel();
      child.kill('SIGKILL');
      resolve(words);
    };
    const cancel = timers.after(WAIT_MS, () => finish(undefined));
    child.once('error', (error) => finish(signal.aborted ? undefined : error.message));
    // If no file descriptors are left, Node returns a child without streams.
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-MAX_CHARS);
    });
    child.stdout?.once('data', () => finish(undefined));
    child.once('close', () =>
      finish(signal.aborted ? undefined : said.trim().split(/\r?\n/).slice(-LINES).join('\n') || undefined),
    );
    // The server may already have exited, which `close` reports.
    child.stdin?.on('error', () => {});
    child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
  });
}
