import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, type Command, type GivenOptions, UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { commandsIn } from './help.ts';

export interface ParsedArguments {
  readonly given: GivenOptions;
  readonly operands: readonly string[];
  /** Arguments after `--`, for a command that handles them separately. */
  readonly rest: readonly string[];
}

/** Parses the arguments according to the command's table. Throws `UsageError`. */
export function parseArguments(command: Command, argv: readonly string[]): ParsedArguments {
  const own = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(([name, { type, short, multiple }]) => [
    name,
    { type, ...(short === undefined ? {} : { short }), ...(multiple === undefined ? {} : { multiple }) },
  ]);
  const end = command.rest === true && argv.includes('--') ? argv.indexOf('--') : argv.length;
  let parsed: ReturnType<typeof parseArgs>;
  try {
    const options = Object.fromEntries(own);
    const args = withBareValues(command, argv.slice(0, end));
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(sayOption(error as NodeJS.ErrnoException, command, argv));
  }
  const extra = parsed.positionals[command.operands];
  if (extra !== undefined) throw new UsageError(cannotTake(command, extra));
  const [one, other] = alternatives(command).find((names) => names.every((name) => name in parsed.values)) ?? [];
  if (one !== undefined) throw new UsageError(`cannot use both --${one} and --${other}: expected ${command.usage}`);
  return { given: parsed.values as GivenOptions, operands: parsed.positionals, rest: argv.slice(end + 1) };
}

/** Returns Node's message, except for an unknown option, where Node gives confusing advice about dashes. */
function sayOption(error: NodeJS.ErrnoException, { name, options }: Command, argv: readonly string[]): string {
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return error.message;
  const [, unknown = ''] = /'(-[^']*)'/.exec(error.message) ?? [];
  const given = argv.some((arg) => arg.startsWith(unknown)) ? unknown : '';
  const known = [...Object.keys(options), 'help', 'version'];
  const of = name === '' ? 'mcp-pruner' : `mcp-pruner ${name}`;
  return `Unknown option '${given}' of ${of}${didYouMean(given.replace(/^-+/, ''), known, '--')}`;
}

/** Finds options that the usage lists as alternatives: `[--json | --csv]`. */
function alternatives({ usage }: Command): readonly (readonly string[])[] {
  return [...usage.matchAll(/\[--([\w-]+) \| --([\w-]+)\]/g)].map(([, one = '', other = '']) => [one, other]);
}

/** Fills in omitted values, because Node's parser does not support options with an optional value. */
function withBareValues({ options }: Command, args: readonly string[]): string[] {
  return args.map((arg, at) => {
    const bare = arg.startsWith('--') ? options[arg.slice(2)]?.bare : undefined;
    const next = args[at + 1];
    return bare !== undefined && (next === undefined || next.startsWith('-')) ? `${arg}=${bare}` : arg;
  });
}

function cannotTake(command: Command, extra: string): string {
  const inside = commandsIn(command.name).map(({ name }) =>
    name.slice(command.name === '' ? 0 : command.name.length + 1),
  );
  // An unquoted header splits into several arguments, so quoting them here could reveal a secret.
  if (command.rest === true)
    return `cannot use more than ${command.operands} ${command.operands === 1 ? 'argument' : 'arguments'} before "--": expected ${command.usage}`;
  return inside.length > 0
    ? `cannot run "${extra}": expected one of ${inside.join(', ')}${didYouMean(extra, inside)}`
    : `cannot use "${extra}": expected ${command.usage}`;
}
