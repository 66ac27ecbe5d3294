import { homedir } from 'node:os';
import path from 'node:path';
import type { Level } from '../../../src/base/events/level.ts';
import type { Care } from '../../../src/engine/pruner.ts';
import type { Verify } from '../../../src/remote-pruner/verify.ts';
import { realFolder } from '../paths/work-folder.ts';
import type { GivenPrices } from './prices.ts';
import type { Variable } from './variable.ts';
import type { HookMode } from './variables.ts';
import { type ContextMode, type Fallback, type Lazy, type OutputMode, VARIABLES } from './variables.ts';

export interface Config {
  /** Empty if pruning is off, `embedded`, or a URL. */
  readonly prunerUrl: string;
  /** False if `PRUNER_URL` is not set and the default is used. */
  readonly prunerUrlGiven: boolean;
  readonly prunerTimeoutMs: number;
  readonly prunerApiKey: string | undefined;
  readonly prunerFallback: Fallback;
  readonly prunerVerify: Verify;
  readonly prunerMaxInputBytes: number;
  /** Real path. */
  readonly root: string;
  /** True if `MCP_PRUNER_CWD` sets the root. */
  readonly isRootGiven: boolean;
  readonly output: OutputMode;
  /** Absolute path. */
  readonly home: string;
  readonly maxResponseBytes: number | undefined;
  readonly redactArtifacts: boolean;
  readonly logLevel: Level;
  readonly lazyTools: Lazy;
  /** Max tokens of all other servers' tool definitions together, before they are replaced by a search. */
  readonly lazyTokens: number;
  readonly prefix: boolean;
  readonly ledger: boolean;
  readonly shadow: boolean;
  /** True if `artifact` is our only listed tool, because hooks shorten the results of the agent's own tools. */
  readonly onlyArtifact: boolean;
  /** Models for which savings are shown in dollars; empty for all with a known price. */
  readonly prices: GivenPrices;
  readonly context: ContextMode;
  /** True if spans are sent to an OpenTelemetry collector. */
  readonly sendsTraces: boolean;
  readonly hooks: HookConfig;
}

/** Settings for results of a host's own tools. */
export interface HookConfig {
  readonly mode: HookMode;
  readonly care: Care;
  readonly timeoutMs: number;
  /** Globs of files that are never shortened. */
  readonly ignore: readonly string[];
}

/** A variable has an invalid value. The message never contains a key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_invalid';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment once. Throws `ConfigError`. Accesses the file system only to resolve the root.
 */
export function readConfig(env: Environment, cwd: string): Config {
  const given = env['PRUNER_URL'] !== undefined;
  const apiKey = parsed('PRUNER_API_KEY', VARIABLES.PRUNER_API_KEY, env);
  const mode = parsed('MCP_PRUNER_HOOKS', VARIABLES.MCP_PRUNER_HOOKS, env);
  const tools = parsed('MCP_PRUNER_TOOLS', VARIABLES.MCP_PRUNER_TOOLS, env);
  return {
    prunerUrl: parsed('PRUNER_URL', VARIABLES.PRUNER_URL, env),
    prunerUrlGiven: given,
    prunerTimeoutMs: parsed('PRUNER_TIMEOUT_MS', VARIABLES.PRUNER_TIMEOUT_MS, env),
    prunerApiKey: apiKey === '' ? undefined : apiKey,
    prunerFallback: parsed('PRUNER_FALLBACK', VARIABLES.PRUNER_FALLBACK, env),
    prunerVerify: parsed('PRUNER_VERIFY', VARIABLES.PRUNER_VERIFY, env) || (given ? 'mark' : 'strict'),
    prunerMaxInputBytes: parsed('PRUNER_MAX_INPUT_BYTES', VARIABLES.PRUNER_MAX_INPUT_BYTES, env),
    root: rootOf(parsed('MCP_PRUNER_CWD', VARIABLES.MCP_PRUNER_CWD, env), cwd),
    isRootGiven: Boolean(env['MCP_PRUNER_CWD']),
    output: parsed('MCP_PRUNER_OUTPUT', VARIABLES.MCP_PRUNER_OUTPUT, env),
    home: homeFolder(env, cwd),
    maxResponseBytes:
      parsed('MCP_PRUNER_MAX_RESPONSE_BYTES', VARIABLES.MCP_PRUNER_MAX_RESPONSE_BYTES, env) ?? undefined,
    redactArtifacts: parsed('ARTIFACT_REDACT', VARIABLES.ARTIFACT_REDACT, env) === 'on',
    logLevel: parsed('MCP_PRUNER_LOG', VARIABLES.MCP_PRUNER_LOG, env),
    lazyTools: parsed('MCP_PRUNER_LAZY', VARIABLES.MCP_PRUNER_LAZY, env),
    lazyTokens: parsed('MCP_PRUNER_LAZY_TOKENS', VARIABLES.MCP_PRUNER_LAZY_TOKENS, env),
    prefix: parsed('MCP_PRUNER_PREFIX', VARIABLES.MCP_PRUNER_PREFIX, env) === 'on',
    ledger: parsed('MCP_PRUNER_LEDGER', VARIABLES.MCP_PRUNER_LEDGER, env) === 'on',
    prices: givenPrices(env),
    shadow: parsed('MCP_PRUNER_SHADOW', VARIABLES.MCP_PRUNER_SHADOW, env) === 'on',
    onlyArtifact: tools === 'artifact' && mode === 'on',
    context: parsed('MCP_PRUNER_CONTEXT', VARIABLES.MCP_PRUNER_CONTEXT, env),
    sendsTraces: parsed('OTEL_TRACES_EXPORTER', VARIABLES.OTEL_TRACES_EXPORTER, env),
    hooks: {
      mode,
      care: parsed('MCP_PRUNER_HOOK_CARE', VARIABLES.MCP_PRUNER_HOOK_CARE, env),
      timeoutMs: parsed('MCP_PRUNER_HOOK_TIMEOUT_MS', VARIABLES.MCP_PRUNER_HOOK_TIMEOUT_MS, env),
      ignore: parsed('MCP_PRUNER_HOOK_IGNORE', VARIABLES.MCP_PRUNER_HOOK_IGNORE, env)
        .split(',')
        .map((glob) => glob.trim())
        .filter((glob) => glob !== ''),
    },
  };
}

/** Variables whose value must not appear in an error: keys, and URLs that may contain a user name and password. */
const SECRET = new Set(['PRUNER_API_KEY', 'PRUNER_URL', 'MCP_PRUNER_GATEWAY_KEY']);

function parsed<T>(name: string, variable: Variable<T>, env: Environment): T {
  const value = env[name];
  const result = variable.parse(value ?? variable.fallback);
  if (result !== undefined) return result;
  const shown = SECRET.has(name) ? '' : ` "${value}"`;
  throw new ConfigError(`cannot use ${name}${shown}: expected ${variable.allowed.replaceAll('`', '')}`);
}

/**
 * Checks the value of one of our variables, without looking at folders. Throws `ConfigError`. Accepts any value of
 * other variables.
 */
export function checkVariable(name: string, value: string): void {
  const variable = Object.entries<Variable<unknown>>({ ...VARIABLES }).find(([known]) => known === name)?.[1];
  if (variable !== undefined) parsed(name, variable, { [name]: value });
}

/** Returns MCP_PRUNER_HOME as an absolute path. It expands `~`, which some hosts leave in variables. */
export function homeFolder(env: Environment, cwd: string): string {
  const given = parsed('MCP_PRUNER_HOME', VARIABLES.MCP_PRUNER_HOME, env);
  return path.resolve(cwd, given.replace(/^~(?=$|[/\\])/, homedir()));
}

/** Returns MCP_PRUNER_GATEWAY_KEY; empty if it is not set. */
export function givenGatewayKey(env: Environment): string {
  return parsed('MCP_PRUNER_GATEWAY_KEY', VARIABLES.MCP_PRUNER_GATEWAY_KEY, env);
}

/** Returns the parsed value of MCP_PRUNER_PRICES. */
export function givenPrices(env: Environment): GivenPrices {
  return parsed('MCP_PRUNER_PRICES', VARIABLES.MCP_PRUNER_PRICES, env);
}

function rootOf(given: string, cwd: string): string {
  const root = path.resolve(cwd, given);
  const real = realFolder(root);
  if (real !== undefined) return real;
  throw new ConfigError(`cannot use MCP_PRUNER_CWD "${root}": expected ${VARIABLES.MCP_PRUNER_CWD.allowed}`);
}
