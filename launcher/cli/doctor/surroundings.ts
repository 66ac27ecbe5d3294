import type { Installation } from './check.ts';

/** Environment variables that one of our servers is started with, and the host that starts it. */
export interface ServerEnvironment {
  /** Name of the host; empty for the shell that runs `doctor`. */
  readonly who: string;
  /** Values set in the host's own file. */
  readonly own: Installation['env'];
  /** All variables, including the shell's, because most hosts pass on their own environment. */
  readonly all: Installation['env'];
}

/** Returns the shell's variables and those of every host that starts us. */
export function surroundingsOf({ env, setups }: Installation): readonly ServerEnvironment[] {
  const hosts = setups.flatMap(({ host, servers }) =>
    servers.map(({ launch }) => ({ who: host.setup.title, own: launch.env, all: { ...env, ...launch.env } })),
  );
  return [{ who: '', own: env, all: env }, ...hosts];
}

export const saidBy = (who: string): string => (who === '' ? '' : `as ${who} starts it: `);
