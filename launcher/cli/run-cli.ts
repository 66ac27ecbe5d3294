import { type Command, type CommandContext, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Finds the command that `argv` (without node and script) names and runs it. Resolves to the exit code. */
export async function runCli(argv: readonly string[], context: CommandContext): Promise<number> {
  const { stdout, stderr } = context;
  const named = COMMANDS.find(({ name }) => name !== '' && name === argv[0]);
  const command = named ?? (COMMANDS[0] as Command);
  try {
    // The server starts without a word to parse, and fast.
    if (argv.length === 0) return await command.run(context, {}, []);
    const { parseArguments } = await import('./parse-arguments.ts');
    const { given, operands } = parseArguments(command, named === undefined ? argv : argv.slice(1));
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
