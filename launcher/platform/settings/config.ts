import { homedir } from 'node:os';
import path from 'node:path';
import type { GivenPrices } from '../../../src/base/prices.ts';
import { realFolder } from '../paths/work-folder.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Settings for results of a host's own tools. */
export type HookConfig = Config['hooks'];

/** A variable has an invalid value. The message never contains a key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_invalid';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment once. Throws `ConfigError`. Accesses the file system only to resolve the root.
 */
export function readConfig(env: Environment, cwd: string) {
  const given = env['PRUNER_URL'] !== undefined;
  const apiKey = parsed('PRUNER_API_KEY', env);
  const mode = parsed('MCP_PRUNER_HOOKS', env);
  const tools = parsed('MCP_PRUNER_TOOLS', env);
  return {
    /** Empty if pruning is off, `embedded`, or a URL. */
    prunerUrl: parsed('PRUNER_URL', env),
    /** False if `PRUNER_URL` is not set and the default is used. */
    prunerUrlGiven: given,
    prunerTimeoutMs: parsed('PRUNER_TIMEOUT_MS', env),
    prunerApiKey: apiKey === '' ? undefined : apiKey,
    prunerFallback: parsed('PRUNER_FALLBACK', env),
    prunerVerify: parsed('PRUNER_VERIFY', env) || (given ? 'mark' : 'strict'),
    prunerMaxInputBytes: parsed('PRUNER_MAX_INPUT_BYTES', env),
    /** Real path. */
    root: rootOf(parsed('MCP_PRUNER_CWD', env), cwd),
    /** True if `MCP_PRUNER_CWD` sets the root. */
    isRootGiven: Boolean(env['MCP_PRUNER_CWD']),
    output: parsed('MCP_PRUNER_OUTPUT', env),
    /** Absolute path. */
    home: homeFolder(env, cwd),
    maxResponseBytes: parsed('MCP_PRUNER_MAX_RESPONSE_BYTES', env) ?? undefined,
    redactArtifacts: parsed('ARTIFACT_REDACT', env) === 'on',
    logLevel: parsed('MCP_PRUNER_LOG', env),
    lazyTools: parsed('MCP_PRUNER_LAZY', env),
    /** Max tokens of all other servers' tool definitions together, before they are replaced by a search. */
    lazyTokens: parsed('MCP_PRUNER_LAZY_TOKENS', env),
    prefix: parsed('MCP_PRUNER_PREFIX', env) === 'on',
    ledger: parsed('MCP_PRUNER_LEDGER', env) === 'on',
    /** Models for which savings are shown in dollars; empty for all with a known price. */
    prices: givenPrices(env),
    shadow: parsed('MCP_PRUNER_SHADOW', env) === 'on',
    /** True if `artifact` is our only listed tool, because hooks shorten or measure results of the agent's own tools. */
    onlyArtifact: tools === 'artifact' && mode !== 'off',
    context: parsed('MCP_PRUNER_CONTEXT', env),
    /** True if spans are sent to an OpenTelemetry collector. */
    sendsTraces: parsed('OTEL_TRACES_EXPORTER', env),
    hooks: {
      mode,
      cuts: parsed('MCP_PRUNER_HOOK_CUTS', env),
      timeoutMs: parsed('MCP_PRUNER_HOOK_TIMEOUT_MS', env),
      /** Globs of files that are never shortened. */
      ignore: parsed('MCP_PRUNER_HOOK_IGNORE', env)
        .split(',')
        .map((glob) => glob.trim())
        .filter((glob) => glob !== ''),
    },
  };
}

/** Variables whose value must not appear in an error: keys, and URLs that may contain a user name and password. */
const SECRET = new Set(['PRUNER_API_KEY', 'PRUNER_URL', 'MCP_PRUNER_GATEWAY_KEY']);

type VariableName = keyof typeof VARIABLES;
type ValueOf<N extends VariableName> = Exclude<ReturnType<(typeof VARIABLES)[N]['parse']>, undefined>;

function parsed<N extends VariableName>(name: N, env: Environment): ValueOf<N> {
  const value = env[name];
  const variable: Variable<unknown> = VARIABLES[name];
  const result = variable.parse(value ?? variable.fallback);
  if (result !== undefined) return result as ValueOf<N>;
  const shown = SECRET.has(name) ? '' : ` "${value}"`;
  throw new ConfigError(`cannot use ${name}${shown}: expected ${variable.allowed.replaceAll('`', '')}`);
}

/**
 * Checks the value of one of our variables, without looking at folders. Throws `ConfigError`. Accepts any value of
 * other variables.
 */
export function checkVariable(name: string, value: string): void {
  if (Object.hasOwn(VARIABLES, name)) parsed(name as VariableName, { [name]: value });
}

/** Returns MCP_PRUNER_HOME as an absolute path. It expands `~`, which some hosts leave in variables. */
export function homeFolder(env: Environment, cwd: string): string {
  const given = parsed('MCP_PRUNER_HOME', env);
  return path.resolve(cwd, given.replace(/^~(?=$|[/\\])/, homedir()));
}

/** Returns MCP_PRUNER_GATEWAY_KEY; empty if it is not set. */
export const givenGatewayKey = (env: Environment): string => parsed('MCP_PRUNER_GATEWAY_KEY', env);

/** Returns the parsed value of MCP_PRUNER_PRICES. */
export const givenPrices = (env: Environment): GivenPrices => parsed('MCP_PRUNER_PRICES', env);

function rootOf(given: string, cwd: string): string {
  const root = path.resolve(cwd, given);
  const real = realFolder(root);
  if (real !== undefined) return real;
  throw new ConfigError(`cannot use MCP_PRUNER_CWD "${root}": expected ${VARIABLES.MCP_PRUNER_CWD.allowed}`);
}
