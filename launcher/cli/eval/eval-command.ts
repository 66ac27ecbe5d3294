import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';

/** Options that apply to only one kind of `eval`. */
const OF_HISTORY = ['repo', 'cases', 'seed', 'ratio'];
const OF_SESSIONS = ['since', 'tool', 'limit'];

/** Evaluates the pruner on a repository's history, or on recorded sessions. */
export async function runEval(
  context: CommandContext,
  given: GivenOptions,
  operands: readonly string[],
): Promise<number> {
  const isOfSessions = given['sessions'] === true;
  for (const name of isOfSessions ? OF_HISTORY : OF_SESSIONS) {
    if (given[name] === undefined) continue;
    throw new UsageError(`cannot take --${name} ${isOfSessions ? 'with' : 'without'} --sessions`);
  }
  if (isOfSessions) return (await import('./eval-sessions.ts')).runEvalSessions(context, given, operands);
  if (operands[0] !== undefined) throw new UsageError(`cannot take "${operands[0]}" without --sessions`);
  return (await import('./eval-history.ts')).runEvalHistory(context, given);
}
