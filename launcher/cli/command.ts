/** What a command is run with; streams and environment are handed in, so that it runs the same under test. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly version: string;
  /** Aborted by SIGINT, SIGTERM or SIGHUP. */
  readonly stop: AbortSignal;
}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** The value's name in the help, for options that take one. */
  readonly value?: string;
  /** What the option means where it stands without a value; only where no operand could be taken for one. */
  readonly bare?: string;
  /** May be given more than once: the values come as a list. */
  readonly multiple?: boolean;
  readonly help: string;
}

/** One row of the table that parser, `--help` and docs are made of. */
export interface Command {
  /** Two words for a command of a group: `mcp list`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The most arguments without a dash. */
  readonly operands: number;
  /** Whether what follows `--` is for another program; else those are operands too. */
  readonly rest?: boolean;
  /** The exit code for a command line that cannot be understood. Default 2. */
  readonly usageExitCode?: number;
  /** Resolves to the exit code: 0 ok, 1 failed, 2 usage. Throws `UsageError`. */
  run(
    context: CommandContext,
    given: GivenOptions,
    operands: readonly string[],
    rest: readonly string[],
  ): Promise<number>;
}

export type GivenOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The command line cannot be understood; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}
