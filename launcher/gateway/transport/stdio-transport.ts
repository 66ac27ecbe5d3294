import { stat } from 'node:fs/promises';
import path from 'node:path';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { writeJson } from '../../../src/json/json-number.ts';
import type { EventLog } from '../../events/event-log.ts';
import { childEnvironment } from '../../process/child-environment.ts';
import { drainAfterExit } from '../../process/drain-after-exit.ts';
import { KILL_GRACE_MS, killTree } from '../../process/kill-tree.ts';
import { liveGroups } from '../../process/live-groups.ts';
import { MARKER_VARIABLE, newMarker } from '../../process/process-marker.ts';
import { startTalkingChild, type TalkingChild } from '../../process/start-child.ts';
import type { Timers } from '../../process/timers.ts';
import { behindOf } from '../behind.ts';
import type { StdioServerConfig } from '../config/server-config.ts';
import { type ConnectionFault, MCPConnectionError } from '../errors.ts';
import { withStderr } from '../event-fault.ts';
import { findCommand } from './find-command.ts';
import { readMessages } from './read-messages.ts';
import { createStderrTail } from './stderr-tail.ts';
import { answeredBy, tooLongFault } from './too-long.ts';
import type { UpstreamTransport } from './upstream-transport.ts';
import { within } from './within.ts';

/** How long a server may take to end once its stdin has, in milliseconds. */
export const CLOSE_MS = 500;

export interface StdioTransportOptions {
  readonly server: string;
  /** Expanded. */
  readonly config: StdioServerConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the launcher runs. */
  readonly cwd: string;
  readonly log: EventLog;
  readonly timers: Timers;
  /** Hears each line that the server prints on stderr, secrets taken out. */
  readonly onPrinted?: ((server: string, line: string) => void) | undefined;
}

/** MCP over the pipes of a child that leads a process group of its own, all of which ends with it. */
export function createStdioTransport(options: StdioTransportOptions): UpstreamTransport {
  const { server, config, log, timers } = options;
  const marker = newMarker();
  const errors = createStderrTail(config, (line) => options.onPrinted?.(server, line));
  let child: TalkingChild | undefined;
  let starting: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  let exitCode: number | undefined;
  let read: Promise<void> | undefined;
  let ending: string | undefined;
  let skipped = 0;
  let told = false;
  let killing = false;

  const fault = (code: ConnectionFault, message: string): MCPConnectionError =>
    new MCPConnectionError(code, message, { server });
  const closed = (): MCPConnectionError =>
    fault(
      'closed',
      `lost the connection to server ${JSON.stringify(server)}: ${withStderr(ending ?? 'its process has ended', errors.text())}`,
    );

  const reader = readMessages({
    onMessage: (message) => transport.onmessage?.(message),
    onTooLong: (edges) => {
      const id = answeredBy(edges);
      if (id !== undefined) transport.onlost?.(id, tooLongFault(server));
    },
    onSkipped: (reason) => log(skipped++ === 0 ? 'warn' : 'debug', 'gateway.line_skipped', { server, reason }),
  });

  /** Closes the pipes and tells of the end when every write has been answered for. */
  const release = async ({ stdin, stdout, stderr }: TalkingChild): Promise<void> => {
    for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    if (!told) {
      told = true;
      transport.onclose?.();
    }
  };

  const onExit = async (one: TalkingChild, code: number): Promise<void> => {
    exitCode = code;
    // How it ends under our signals says nothing.
    if (!killing) ending = `its process exited with code ${code}`;
    // A shutdown of the launcher that comes before the rest has been killed finds it there.
    liveGroups.remember({ leader: one.pid, marker, ended: true });
    await drainAfterExit([one.stdout, one.stderr], timers);
    reader.end();
    errors.end();
  };

  const start = async (): Promise<void> => {
    const env = childEnvironment(options.env, config.env);
    const cwd = path.resolve(options.cwd, config.cwd ?? '.');
    const cannot = `cannot start server ${JSON.stringify(server)}`;
    const shown = JSON.stringify(redactSecrets(config.command));
    const isFolder = await stat(cwd).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) throw fault('spawn_failed', `${cannot}: its cwd is no directory`);
    const file = await findCommand(config.command, cwd, env['PATH']);
    if (file === undefined) {
      throw fault('spawn_failed', `${cannot}: command ${shown} is not found, or is no file that may be executed`);
    }
    if (closing !== undefined) throw closed();
    const started = await startTalkingChild({
      file,
      args: config.args,
      cwd,
      env: { ...env, ...behindOf(options.env), [MARKER_VARIABLE]: marker },
    });
    if (!started.ok) throw fault('spawn_failed', `${cannot}: command ${shown} cannot be run (${started.errno})`);
    child = started;
    started.stdin.on('error', () => {}); // Each write is told its own.
    started.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    started.stdout.once('end', () => {
      ending ??= 'it closed its stdout';
      void transport.close();
    });
    started.stderr.on('data', (chunk: Buffer) => {
      errors.push(chunk);
      log('debug', 'gateway.stderr', { server, bytes: chunk.length });
    });
    read = started.ended.then((code) => onExit(started, code));
    void read.then(() => release(started)).then(() => transport.close());
  };

  const shut = async (): Promise<void> => {
    await starting?.catch(() => {});
    if (child === undefined) return;
    child.stdin.end();
    await within(CLOSE_MS, child.ended, timers);
    killing = exitCode === undefined;
    await killTree({ leader: child.pid, marker, ended: exitCode !== undefined }, KILL_GRACE_MS, timers);
    // What it said as it ended is read first: its last messages, and why it ended.
    if (!killing) await read;
    await release(child);
  };

  const transport: UpstreamTransport = {
    kind: 'stdio',
    get ending() {
      return ending === undefined ? undefined : withStderr(ending, errors.text());
    },
    get stderr() {
      return errors.text();
    },
    start() {
      starting ??= start();
      return starting;
    },
    send(message) {
      const stdin = child?.stdin;
      if (stdin?.writable !== true) return Promise.reject(closed());
      return new Promise((resolve, reject) => {
        stdin.write(`${writeJson(message)}\n`, (error) => (error ? reject(closed()) : resolve()));
      });
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
  return transport;
}
