import { UsageError } from './command.ts';

/** Parses an option's port; 0 means any free port. Throws `UsageError`. */
export function toPort(option: string, value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new UsageError(`cannot use ${option} "${value}": expected an integer from 0 to 65535`);
}
