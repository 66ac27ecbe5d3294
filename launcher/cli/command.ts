import { constants } from 'node:os';

/** Input of a command. Streams and environment are passed in, so that it runs the same under test. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted by SIGINT, SIGTERM or SIGHUP, with a `Stopped`. */
  readonly stop: AbortSignal;
}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Placeholder for the value in the help, for options that take one. */
  readonly value?: string;
  /** Value of the option if none is given. Allowed only if no operand could be mistaken for the value. */
  readonly bare?: string;
  /** True if the option may be repeated; its values arrive as a list. */
  readonly multiple?: boolean;
  readonly help: string;
}

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  help: { type: 'boolean', short: 'h', help: 'Print this help.' },
  version: { type: 'boolean', short: 'V', help: 'Print the version.' },
};

/** Resolves to the exit code: 0 ok, 1 failed, 2 usage. Throws `UsageError`. */
export type RunCommand = (
  context: CommandContext,
  given: GivenOptions,
  operands: readonly string[],
  rest: readonly string[],
) => Promise<number>;

/** Row of the table from which the parser, `--help` and docs are generated. */
export interface Command {
  /** Command name. A subcommand has two words: `mcp list`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Max number of positional arguments. */
  readonly operands: number;
  /** True if arguments after `--` are for another program. Otherwise they are operands too. */
  readonly rest?: boolean;
  /** True if it runs until it is stopped, so that a signal is no failure. */
  readonly isServer?: true;
  /** Exit code if the command line is invalid. Default 2. */
  readonly usageExitCode?: number;
  /** Loads the code that runs it. */
  load(): Promise<RunCommand>;
}

export type GivenOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A signal has ended the program. Exit code 128+n, as shells do. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** The command line is invalid. Exit code 2, unless the command sets another. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}
