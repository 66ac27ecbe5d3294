import { parseArgs } from 'node:util';
import { type Command, type GivenOptions, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

export interface ParsedArguments {
  readonly given: GivenOptions;
  readonly operands: readonly string[];
}

/** Reads the arguments by the command's own table. Throws `UsageError`. */
export function parseArguments(command: Command, argv: readonly string[]): ParsedArguments {
  const own = Object.entries(command.options).map(([name, { type, short }]) => [
    name,
    short === undefined ? { type } : { type, short },
  ]);
  const common = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
  let parsed: ReturnType<typeof parseArgs>;
  try {
    const options = { ...Object.fromEntries(own), ...common };
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const extra = parsed.positionals[command.operands];
  if (extra !== undefined) {
    const names = COMMANDS.filter(({ name }) => name !== '')
      .map(({ name }) => name)
      .join(', ');
    throw new UsageError(
      command.name === ''
        ? `cannot run "${extra}": commands are ${names}`
        : `cannot take "${extra}": usage is ${command.usage}`,
    );
  }
  return { given: parsed.values as GivenOptions, operands: parsed.positionals };
}
