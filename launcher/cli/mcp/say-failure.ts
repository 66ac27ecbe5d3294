import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';

/**
 * Reports why a command did nothing for a server. With `--json`, also prints it as an object. Returns the exit code.
 */
export function sayFailure(
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
  given: GivenOptions,
  name: string | undefined,
  message: string,
): number {
  stderr.write(`mcp-pruner: ${printable(message)}\n`);
  if (given['json'] === true) stdout.write(jsonLine({ name, ok: false, message }));
  return 1;
}
