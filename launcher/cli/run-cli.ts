import { parseArgs } from 'node:util';
import { type Command, type CommandContext, type GivenOptions, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Finds the command that `argv` (without node and script) names and runs it. Resolves to the exit code. */
export async function runCli(argv: readonly string[], context: CommandContext): Promise<number> {
  const { stdout, stderr } = context;
  const named = COMMANDS.find(({ name }) => name !== '' && name === argv[0]);
  const command = named ?? (COMMANDS[0] as Command);
  try {
    const { given, operands } = parse(command, named === undefined ? argv : argv.slice(1));
    if (given['help'] === true) {
      stdout.write((await import('./help.ts')).helpOf(command));
      return 0;
    }
    if (given['version'] === true) {
      stdout.write(`${context.version}\n`);
      return 0;
    }
    return await command.run(context, given, operands);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const help = command.name === '' ? 'mcp-pruner --help' : `mcp-pruner ${command.name} --help`;
    stderr.write(`mcp-pruner: ${error.message}\nSee ${help}\n`);
    return 2;
  }
}

function parse(command: Command, argv: readonly string[]): { given: GivenOptions; operands: readonly string[] } {
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
