import { type Command, type CommandContext, UsageError } from '../command.ts';
import { SCRIPTS } from './completion-scripts.ts';

/** Prints the completion script of a shell for these commands. */
export function runCompletion(commands: readonly Command[], { stdout }: CommandContext, shell: string): number {
  if (!Object.hasOwn(SCRIPTS, shell))
    throw new UsageError(`cannot complete in "${shell}": expected one of ${Object.keys(SCRIPTS).join(', ')}`);
  stdout.write(SCRIPTS[shell as keyof typeof SCRIPTS](commands));
  return 0;
}
