import path from 'node:path';

/** Variable of every server that the gateway starts. It lists the configurations of the gateways above it. */
const BEHIND_VARIABLE = 'MCP_PRUNER_BEHIND';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True if this process was started, directly or indirectly, by a launcher of the same configuration. It would then
 * start itself over and over.
 */
export function isBehind(env: Environment, configuration: string): boolean {
  return (env[BEHIND_VARIABLE] ?? '').split(path.delimiter).includes(configuration);
}

/** Returns the environment for starting the servers of a configuration. */
export function withBehind(env: Environment, configuration: string): Environment {
  const known = env[BEHIND_VARIABLE];
  return {
    ...env,
    [BEHIND_VARIABLE]: known === undefined ? configuration : `${known}${path.delimiter}${configuration}`,
  };
}

/** Returns only the variable that lists those configurations. */
export function behindOf(env: Environment): Readonly<Record<string, string>> {
  const known = env[BEHIND_VARIABLE];
  return known === undefined ? {} : { [BEHIND_VARIABLE]: known };
}
