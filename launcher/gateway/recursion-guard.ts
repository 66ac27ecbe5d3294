import path from 'node:path';

/** Variable of every server that the gateway starts. It lists the configurations of the gateways above it. */
const GUARD_VARIABLE = 'MCP_PRUNER_BEHIND';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True if this process was started, directly or indirectly, by a launcher of the same configuration. It would then
 * start itself over and over.
 */
export function isRecursive(env: Environment, configuration: string): boolean {
  return (env[GUARD_VARIABLE] ?? '').split(path.delimiter).includes(configuration);
}

/** Returns the environment for starting the servers of a configuration. */
export function withRecursionMark(env: Environment, configuration: string): Environment {
  const known = env[GUARD_VARIABLE];
  return {
    ...env,
    [GUARD_VARIABLE]: known === undefined ? configuration : `${known}${path.delimiter}${configuration}`,
  };
}

/** Returns only the variable that lists those configurations. */
export function recursionMark(env: Environment): Readonly<Record<string, string>> {
  const known = env[GUARD_VARIABLE];
  return known === undefined ? {} : { [GUARD_VARIABLE]: known };
}
