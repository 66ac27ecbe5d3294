import type { Patient } from './check.ts';

/** The variables that one of our servers is started with, and who starts it so. */
export interface Surroundings {
  /** Empty for the shell that `doctor` runs in. */
  readonly who: string;
  /** Values set in the host's own file. */
  readonly own: Patient['env'];
  /** All: hosts hand on what they were started with, most of them. */
  readonly all: Patient['env'];
}

/** The shell's, and those of every host that starts us. */
export function surroundingsOf({ env, setups }: Patient): readonly Surroundings[] {
  const hosts = setups.flatMap(({ host, servers }) =>
    servers.map(({ launch }) => ({ who: host.setup.title, own: launch.env, all: { ...env, ...launch.env } })),
  );
  return [{ who: '', own: env, all: env }, ...hosts];
}

export const saidBy = (who: string): string => (who === '' ? '' : `as ${who} starts it: `);
