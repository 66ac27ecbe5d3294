import { type Command, type CommandContext, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Finds the command that `argv` (without node and script) names and runs it. Resolves to the exit code. */
export async function runCli(argv: readonly string[], context: CommandContext): Promise<number> {
  const { stdout, stderr } = context;
  const command = commandOf(argv);
  const words = command.name === '' ? 0 : command.name.split(' ').length;
  try {
    // The server starts without a word to parse, and fast.
    if (argv.length === 0) return await command.run(context, {}, [], []);
    const { parseArguments } = await import('./parse-arguments.ts');
    const { given, operands, rest } = parseArguments(command, argv.slice(words));
    if (given['help'] === true) {
      stdout.write((await import('./help.ts')).helpOf(command));
      return 0;
    }
    if (given['version'] === true) {
      stdout.write(`${context.version}\n`);
      return 0;
    }
    return await command.run(context, given, operands, rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const help = command.name === '' ? 'mcp-pruner --help' : `mcp-pruner ${command.name} --help`;
    stderr.write(`mcp-pruner: ${error.message}\nSee ${help}\n`);
    return 2;
  }
}

/** The command whose name is the most words that `argv` begins with; the nameless one is there for all else. */
function commandOf(argv: readonly string[]): Command {
  const named = [argv.slice(0, 2).join(' '), argv[0] ?? ''].map((words) => COMMANDS.find(({ name }) => name === words));
  return named.find((command) => command !== undefined) ?? (COMMANDS[0] as Command);
}
