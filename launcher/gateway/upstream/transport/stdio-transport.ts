import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { redactSecrets } from '../../../../src/artifacts/redact-secrets.ts';
import type { EventLog } from '../../../../src/base/events/event-log.ts';
import { writeJson } from '../../../../src/base/json/json-number.ts';
import { createLineSplitter } from '../../../../src/transcripts/line-splitter.ts';
import type { LineReader } from '../../../platform/lines/line-reader.ts';
import { serverEnvironment } from '../../../platform/process/child-environment.ts';
import { drainAfterExit } from '../../../platform/process/drain-after-exit.ts';
import { KILL_GRACE_MS, killTree } from '../../../platform/process/kill-tree.ts';
import { liveGroups } from '../../../platform/process/live-groups.ts';
import { MARKER_VARIABLE, newMarker } from '../../../platform/process/process-marker.ts';
import { startTalkingChild, type TalkingChild } from '../../../platform/process/start-child.ts';
import { systemTimers, type Timers } from '../../../platform/timers.ts';
import { within } from '../../../platform/within.ts';
import { redactConfigured } from '../../config/redact-configured.ts';
import type { StdioServerConfig } from '../../config/server-config.ts';
import { type ConnectionFault, MCPConnectionError } from '../../config/server-errors.ts';
import { withStderr } from '../../event-fault.ts';
import { recursionMark } from '../../recursion-guard.ts';
import { findCommand } from './find-command.ts';
import { readMessages } from './read-messages.ts';
import type { UpstreamTransport } from './upstream-transport.ts';

/** Bytes of stderr to keep for error messages. */
const KEPT_BYTES = 4096;
/** Max bytes of a line to pass on. Longer lines are replaced by a note. */
const MAX_LINE_BYTES = 8192;

const NEWLINE = 10;

/** A PEM key spans several lines, which individually look harmless. */
const KEY_BEGIN = '-----BEGIN ';
const KEY_END = '-----END ';
const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY-----/;
/** Max lines to hide after the start of a key, in case its end never comes. */
const MAX_KEY_LINES = 200;

type StderrTail = ReturnType<typeof createStderrTail>;

/** Max bytes of stderr whose lines are passed on, in each period. Redacting takes long, and holds up the server's calls. */
export const STDERR_LIMIT = { bytes: 1_000_000, ms: 60_000 } as const;

/**
 * Keeps the end of a child's stderr, which is often the only explanation of a failure. Passes on each line up to a limit,
 * and at the end of a period the size of the rest and its newest lines.
 */
export function createStderrTail(
  config: Pick<StdioServerConfig, 'env' | 'args'>,
  onLine: (line: string) => void = () => {},
  after: Timers['after'] = systemTimers.after,
) {
  const redact = redactConfigured({ transport: 'stdio', ...config });
  let lines = createLineSplitter(MAX_LINE_BYTES, MAX_LINE_BYTES);
  /** Number of further lines that may belong to a key. */
  let keyLines = 0;
  const tell = (line: string | undefined): void => {
    const begins = line !== undefined && KEY_BEGINS.test(line);
    if (begins) onLine('[redacted:private-key]');
    const hidden = begins || keyLines > 0;
    const ends = line !== undefined && KEY_ENDS.test(line);
    keyLines = ends ? 0 : begins ? MAX_KEY_LINES : Math.max(0, keyLines - 1);
    if (!hidden) onLine(line === undefined ? '[a line too long]' : redact(line));
  };
  let kept = Buffer.alloc(0);
  let cut = false;
  /** Bytes of this period, and how many of them are left out. */
  let bytes = 0;
  let left = 0;
  /** True until a line begins that is not left out in part. */
  let isWithinLine = false;
  let cancel: (() => void) | undefined;
  /** Without a line whose start is missing: it may be the rest of a secret, which could no longer be recognized. */
  const wholeKept = (): string => {
    const text = kept.toString('utf8');
    return cut ? text.slice(text.indexOf('\n') + 1) : text;
  };
  const leaveOut = (text: string): void => {
    // The key that a newest line may belong to may have begun before.
    const [begun, ended] = [text.lastIndexOf(KEY_BEGIN), text.lastIndexOf(KEY_END)];
    if (begun !== ended) keyLines = begun > ended ? MAX_KEY_LINES : 0;
    isWithinLine = !text.endsWith('\n');
  };
  const endPeriod = (): void => {
    cancel?.();
    cancel = undefined;
    bytes = 0;
    if (left === 0) return;
    onLine(`[${left} bytes of stderr are left out, except the newest lines]`);
    left = 0;
    lines = createLineSplitter(MAX_LINE_BYTES, MAX_LINE_BYTES);
    const text = wholeKept();
    const newest = text.slice(0, text.lastIndexOf('\n') + 1);
    if (keyLines > 0 && !KEY_BEGINS.test(newest)) return;
    keyLines = 0;
    for (const line of (newest.split(KEY_ENDS).at(-1) ?? '').split('\n')) if (line !== '') tell(line);
  };
  return {
    push(chunk: Uint8Array): void {
      const all = Buffer.concat([kept, chunk]);
      cut ||= all.length > KEPT_BYTES;
      kept = Buffer.from(all.subarray(-KEPT_BYTES));
      cancel ??= after(STDERR_LIMIT.ms, endPeriod);
      bytes += chunk.length;
      if (bytes > STDERR_LIMIT.bytes) {
        left += chunk.length;
        leaveOut(all.toString('latin1'));
        return;
      }
      const from = isWithinLine ? chunk.indexOf(NEWLINE) + 1 : 0;
      if (isWithinLine && from === 0) return;
      isWithinLine = false;
      for (const line of lines.split(chunk.subarray(from))) tell(line);
    },
    /** Call when nothing more will be printed. */
    end(): void {
      const rest = left === 0 ? lines.end() : '';
      if (rest !== '') tell(rest);
      endPeriod();
    },
    /** Returns the last output, without secrets in known formats and without values of the server's configuration. */
    text: (): string => redact(wholeKept()).trim(),
  };
}

/** Writes a message as a line. Rejects with the result of `lost` if nobody reads from `to` any more. */
function writeLine(to: Writable | undefined, message: object, lost: () => Error): Promise<void> {
  if (to?.writable !== true) return Promise.reject(lost());
  return new Promise((resolve, reject) => {
    to.write(`${writeJson(message)}\n`, (error) => (error ? reject(lost()) : resolve()));
  });
}

/** Max time for a server to exit after its stdin has ended, in milliseconds. */
const CLOSE_MS = 500;

/** Max time between a line that cannot be read and the answer that it interrupted, in milliseconds. */
const READABLE_MS = 500;

export interface StdioTransportOptions {
  readonly server: string;
  /** Expanded configuration. */
  readonly config: StdioServerConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory of the launcher. */
  readonly cwd: string;
  readonly log: EventLog;
  readonly timers: Timers;
  /** Receives each line that the server prints on stderr, without secrets. */
  readonly onPrinted?: ((server: string, line: string) => void) | undefined;
}

/** Connects through the pipes of a child process. The child leads a process group of its own, which ends with it. */
export const createStdioTransport = (options: StdioTransportOptions): UpstreamTransport => new StdioTransport(options);

class StdioTransport implements UpstreamTransport {
  readonly kind = 'stdio';
  onmessage: UpstreamTransport['onmessage'];
  onclose: UpstreamTransport['onclose'];
  onlost: UpstreamTransport['onlost'];

  readonly #options: StdioTransportOptions;
  readonly #marker = newMarker();
  readonly #errors: StderrTail;
  readonly #reader: LineReader;
  #child: TalkingChild | undefined;
  #starting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #exitCode: number | undefined;
  /** Resolves when all that the process wrote has been read. */
  #read: Promise<void> | undefined;
  #ending: string | undefined;
  #skipped = 0;
  #isClosed = false;
  #isKilling = false;

  constructor(options: StdioTransportOptions) {
    const { server, config, log, timers } = options;
    this.#options = options;
    const onLine = (line: string): void => options.onPrinted?.(server, line);
    this.#errors = createStderrTail(config, onLine, (ms, run) => timers.after(ms, run));
    this.#reader = readMessages({
      server,
      onMessage: (message) => this.onmessage?.(message),
      onLost: (id, error) => {
        const lose = (): void => this.onlost?.(id, error);
        if (error.code === 'unreadable' && id !== 'unknown') options.timers.after(READABLE_MS, lose);
        else lose();
      },
      onSkipped: (reason) => {
        log(this.#skipped++ === 0 ? 'warn' : 'debug', 'gateway.line_skipped', { server, reason });
      },
    });
  }

  get ending(): string | undefined {
    return this.#ending === undefined ? undefined : withStderr(this.#ending, this.stderr);
  }

  get stderr(): string {
    return this.#errors.text();
  }

  start(): Promise<void> {
    this.#starting ??= this.#spawn();
    return this.#starting;
  }

  send(message: object): Promise<void> {
    return writeLine(this.#child?.stdin, message, () => this.#lost());
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #spawn(): Promise<void> {
    const { server, config } = this.#options;
    const env = serverEnvironment(this.#options.env, config.env);
    const cwd = path.resolve(this.#options.cwd, config.cwd ?? '.');
    const cannot = `cannot start server ${JSON.stringify(server)}`;
    const shown = JSON.stringify(redactSecrets(config.command));
    const isFolder = await stat(cwd).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) throw this.#fault('spawn_failed', `${cannot}: its cwd is not a directory`);
    const file = await findCommand(config.command, cwd, env['PATH']);
    if (file === undefined) {
      throw this.#fault('spawn_failed', `${cannot}: command ${shown} was not found, or is not executable`);
    }
    if (this.#closing !== undefined) throw this.#lost();
    const started = await startTalkingChild({
      file,
      args: config.args,
      cwd,
      env: { ...env, ...recursionMark(this.#options.env), [MARKER_VARIABLE]: this.#marker },
    });
    if (!started.ok) throw this.#fault('spawn_failed', `${cannot}: command ${shown} cannot be run (${started.errno})`);
    this.#follow(started);
  }

  #follow(child: TalkingChild): void {
    const { server, log } = this.#options;
    this.#child = child;
    child.stdin.on('error', () => {}); // Each write reports its own error.
    child.stdout.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    child.stdout.once('end', () => {
      this.#ending ??= 'the server closed its stdout';
      void this.close();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errors.push(chunk);
      log('debug', 'gateway.stderr', { server, bytes: chunk.length });
    });
    this.#read = child.ended.then((code) => this.#exited(child, code));
    void this.#read.then(() => this.#release(child)).then(() => this.close());
  }

  async #exited({ pid, stdout, stderr }: TalkingChild, code: number): Promise<void> {
    this.#exitCode = code;
    // The exit code after our own signals means nothing.
    if (!this.#isKilling) this.#ending = `its process exited with code ${code}`;
    // If the launcher shuts down before all descendants are killed, it finds them in this registry.
    liveGroups.remember({ leader: pid, marker: this.#marker, ended: true });
    await drainAfterExit([stdout, stderr], this.#options.timers);
    this.#reader.end();
    this.#errors.end();
  }

  async #shut(): Promise<void> {
    const { timers } = this.#options;
    await this.#starting?.catch(() => {});
    const child = this.#child;
    if (child === undefined) return;
    child.stdin.end();
    await within(CLOSE_MS, child.ended, timers);
    const ended = this.#exitCode !== undefined;
    this.#isKilling = !ended;
    await killTree({ leader: child.pid, marker: this.#marker, ended }, KILL_GRACE_MS, timers);
    // First read what the process wrote at its end: its last messages and the reason for the exit.
    if (ended) await this.#read;
    await this.#release(child);
  }

  /** Closes the pipes, and reports the end once every pending write has settled. */
  async #release({ stdin, stdout, stderr }: TalkingChild): Promise<void> {
    for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  #lost(): MCPConnectionError {
    const why = withStderr(this.#ending ?? 'its process has ended', this.stderr);
    return this.#fault('closed', `lost the connection to server ${JSON.stringify(this.#options.server)}: ${why}`);
  }

  #fault(code: ConnectionFault, message: string): MCPConnectionError {
    return new MCPConnectionError(code, message, { server: this.#options.server });
  }
}
