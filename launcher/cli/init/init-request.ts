import type { Launch } from '../../hosts/launch.ts';
import { ConfigError, checkVariable } from '../../platform/settings/config.ts';
import { SETUP_HOSTS } from '../../setup/find-hosts.ts';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import { type GivenOptions, UsageError } from '../command.ts';
import { whyUnknown } from '../unknown-variable.ts';

/** Parsed options of `init`. */
export type InitRequest = Readonly<ReturnType<typeof toInitRequest>>;

export const DEFAULT_NAME = 'pruner';

/** Parses the options. Throws a `UsageError` that contains no secret. */
export function toInitRequest(given: GivenOptions) {
  const { name = DEFAULT_NAME } = given;
  // These characters are accepted by every host, and allowed in a tool's name.
  if (typeof name !== 'string' || !/^[\w-]{1,40}$/.test(name)) {
    throw new UsageError(`cannot use --name ${JSON.stringify(name)}: expected 1 to 40 of A-Z, a-z, 0-9, _ and -`);
  }
  const is = (option: string): boolean => given[option] === true;
  if (is('on') && is('no-hooks')) throw new UsageError('cannot use --on with --no-hooks: expected one of them');
  return {
    /** Requested hosts; empty for all that are found. */
    hosts: SETUP_HOSTS.filter((host) => is(host.name)),
    project: is('project'),
    name,
    /** True if the user asked for that name. */
    named: given['name'] !== undefined,
    env: { ...(is('on') && { MCP_PRUNER_HOOKS: 'on' }), ...toEnv(given['env']) },
    force: is('force'),
    dryRun: is('dry-run'),
    uninstall: is('uninstall'),
    instructions: is('instructions'),
    /** True if the host should send us results of its own tools. */
    hooks: !is('no-hooks'),
    /** True if our read-only tools run without a permission prompt. */
    allow: is('allow'),
    json: is('json'),
  };
}

/**
 * Returns our tools that agents may call without asking. `artifact` is among them if hooks shorten results: it only
 * reads results that the session was given, and there may be no user to ask.
 */
export function toUnasked({ allow, hooks, env }: InitRequest): readonly string[] {
  if (allow) return READ_ONLY_TOOLS;
  return hooks && env['MCP_PRUNER_HOOKS'] === 'on' ? ['artifact'] : [];
}

function toEnv(given: GivenOptions[string]): Launch['env'] {
  const pairs = Array.isArray(given) ? (given as readonly string[]) : [];
  return Object.fromEntries(
    pairs.map((text, at) => {
      const [, key, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text) ?? [];
      if (key === undefined || value === undefined) {
        throw new UsageError(`cannot read --env number ${at + 1}: expected K=V`);
      }
      checkGiven(key, value);
      return [key, value];
    }),
  );
}

/** Refuses values that the server would refuse when it starts, since no agent shows why a server did not start. */
function checkGiven(name: string, value: string): void {
  const unknown = whyUnknown(name);
  if (unknown !== undefined) throw new UsageError(`cannot use --env ${name}: ${unknown}`);
  try {
    checkVariable(name, value);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
