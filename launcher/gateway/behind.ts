import path from 'node:path';

/** Told to every server that the gateway starts: the configurations that it stands behind. */
const BEHIND_VARIABLE = 'MCP_PRUNER_BEHIND';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether this process was started, however far up, by a launcher of the same configuration: it would start itself for ever. */
export function isBehind(env: Environment, configuration: string): boolean {
  return (env[BEHIND_VARIABLE] ?? '').split(path.delimiter).includes(configuration);
}

/** The environment that servers of a configuration are started from. */
export function withBehind(env: Environment, configuration: string): Environment {
  const known = env[BEHIND_VARIABLE];
  return {
    ...env,
    [BEHIND_VARIABLE]: known === undefined ? configuration : `${known}${path.delimiter}${configuration}`,
  };
}

/** The part of an environment that tells so. */
export function behindOf(env: Environment): Readonly<Record<string, string>> {
  const known = env[BEHIND_VARIABLE];
  return known === undefined ? {} : { [BEHIND_VARIABLE]: known };
}
