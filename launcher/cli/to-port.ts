import { UsageError } from './command.ts';

/** Parses an option's port; 0 means any free port. Rejects with a `UsageError`, also for a port that clients cannot reach. */
export async function toPort(option: string, value: string): Promise<number> {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new UsageError(`cannot use ${option} "${value}": expected an integer from 0 to 65535`);
  if (port !== 0 && (await isBlocked(port)))
    throw new UsageError(`cannot use ${option} "${value}": expected a port that browsers and fetch do not block`);
  return port;
}

/** True for a "bad port" of the Fetch standard. No request is sent. */
async function isBlocked(port: number): Promise<boolean> {
  const dispatcher = {
    dispatch(): never {
      throw new Error('not sent');
    },
  };
  const error: unknown = await fetch(`http://127.0.0.1:${port}/`, { dispatcher } as unknown as RequestInit).catch(
    (one) => one,
  );
  return (error as { readonly cause?: { readonly message?: unknown } }).cause?.message === 'bad port';
}
