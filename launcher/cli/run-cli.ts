import { type CommandContext, Stopped, UsageError } from './command.ts';

/** Finds the command that the arguments (without node and script) names, and runs it. Resolves to the exit code. */
export async function runCli(given: readonly string[], context: CommandContext): Promise<number> {
  const argv = withoutWords(given);
  if (argv.length === 0 && context.stdin.isTTY && context.stdout.isTTY) {
    context.stdout.write((await import('./first-words.ts')).FIRST_WORDS);
    return 0;
  }
  // Agents wait for the server, so start it without loading the table of commands.
  if (argv.length === 0) return await (await import('./stdio-command.ts')).runStdio(context);
  const { stdout, stderr } = context;
  const { toCommand } = await import('./commands.ts');
  const command = toCommand(argv);
  const words = command.name === '' ? 0 : command.name.split(' ').length;
  try {
    const { parseArguments } = await import('./parse-arguments.ts');
    const { given, operands, rest } = parseArguments(command, argv.slice(words));
    if (given['help'] === true) {
      stdout.write(
        (await import('./help.ts')).helpOf(command, stdout.columns || Number(context.env['COLUMNS']) || undefined),
      );
      return 0;
    }
    if (given['version'] === true) {
      stdout.write(`${context.version}\n`);
      return 0;
    }
    const code = await (await command.load())(context, given, operands, rest);
    return command.isServer === true ? code : (stoppedBy(context.stop) ?? code);
  } catch (error) {
    const stopped = stoppedBy(context.stop);
    if (stopped !== undefined) return stopped;
    if (!(error instanceof UsageError)) throw error;
    const help = command.name === '' ? 'mcp-pruner --help' : `mcp-pruner ${command.name} --help`;
    stderr.write(`mcp-pruner: ${error.message}\nSee ${help}\n`);
    return command.usageExitCode ?? 2;
  }
}

const stoppedBy = ({ reason }: AbortSignal): number | undefined =>
  reason instanceof Stopped ? reason.exitCode : undefined;

/** Turns `help COMMAND`, `--help COMMAND` and `version` into the options of that name behind the command. */
function withoutWords(given: readonly string[]): readonly string[] {
  const [first = '', ...rest] = given;
  if (['help', '--help', '-h'].includes(first)) return [...rest, '--help'];
  return first === 'version' ? ['--version', ...rest] : given;
}
