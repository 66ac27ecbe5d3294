import { regexes } from 'zod';
import { ROLES } from '../../src/teams/keys/directory.ts';
import { WORKER_VARIABLES, type WorkerEnv, type WorkerVariableName } from './variables.ts';

/** Settings of the identity provider. */
export type ProviderSettings = Readonly<ReturnType<typeof readProvider>>;

/** Validated settings from the environment. */
export type WorkerSettings = Readonly<ReturnType<typeof readSettings>>;

const PRINTABLE = /^[\x21-\x7e]+$/;
const ADMIN_KEY = /^[\x21-\x7e]{32,512}$/;
const { ipv4, ipv6, cidrv4, cidrv6 } = regexes;
const ADDRESS_OR_RANGE: RegExp = new RegExp([ipv4, ipv6, cidrv4, cidrv6].map(({ source }) => source).join('|'));
const ENGINES = ['embedded', 'upstream', 'auto'] as const;
const SWITCHES = ['on', 'off'] as const;
const DAY_MS = 86_400_000;

/**
 * Reads the environment. Throws a RangeError that names the variable and the allowed values, but never a secret's
 * value.
 */
export function readSettings(env: WorkerEnv) {
  const engine = oneOf(env, 'PRUNER_ENGINE', ENGINES);
  return {
    adminKey: secret(env, 'PRUNER_ADMIN_KEY', ADMIN_KEY),
    engine,
    /** Set unless `engine` is `embedded`. */
    upstream: engine === 'embedded' ? undefined : readUpstream(env, engine),
    bodyBytes: whole(env, 'PRUNER_MAX_BODY_BYTES', 1, 1024 ** 3),
    /** 0: no limit. */
    ratePerMinute: whole(env, 'PRUNER_RATE_PER_MINUTE', 0, 1_000_000),
    hosts: list(env, 'PRUNER_ALLOWED_HOSTS', /^[^/:\s]+$|^\[[^\]]+\]$/),
    origins: list(env, 'PRUNER_ALLOWED_ORIGINS', /^https?:\/\/[^/\s]+$/),
    /** Addresses and CIDR ranges. */
    trustedProxies: list(env, 'PRUNER_TRUSTED_PROXIES', ADDRESS_OR_RANGE),
    /** 0: no cache. */
    cacheBytes: whole(env, 'PRUNER_CACHE_MAX_BYTES', 0, 1024 ** 4),
    /** Milliseconds that entries of the audit trail are kept. */
    auditMs: whole(env, 'PRUNER_AUDIT_DAYS', 1, 36_500) * DAY_MS,
    /** Undefined: people sign in with keys alone. */
    provider: env.PRUNER_OIDC_ISSUER ? readProvider(env) : undefined,
    /** Price of a million tokens, and its currency; undefined: no money is shown. */
    price: readPrice(env),
    /** Undefined: nobody is told. */
    webhook: env.PRUNER_WEBHOOK_URL ? readWebhook(env) : undefined,
    /** True to redact secrets from artifacts before storing them. */
    redactArtifacts: oneOf(env, 'ARTIFACT_REDACT', SWITCHES) === 'on',
  };
}

/** Reads the settings of the database server; undefined if none is set. Throws as `readSettings` does. */
export function databaseSettings(env: WorkerEnv) {
  const url = env.PRUNER_DATABASE_URL ?? '';
  const connections = whole(env, 'PRUNER_DATABASE_CONNECTIONS', 1, 100);
  if (url === '') return undefined;
  // The value is not shown, because it holds a password.
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) throw complaint('PRUNER_DATABASE_URL');
  return { url, connections };
}

/** Reads the URL of the shared counters; undefined if none is set. Throws as `readSettings` does. */
export function redisUrl(env: WorkerEnv): string | undefined {
  const url = env.PRUNER_REDIS_URL || undefined;
  if (url !== undefined && (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)))
    throw complaint('PRUNER_REDIS_URL');
  return url;
}

/** True if spans are sent to a collector of OpenTelemetry. Other programs read the variable too, and know more values. */
export const sendsTraces = (env: WorkerEnv): boolean => env.OTEL_TRACES_EXPORTER === 'otlp';

const REGION = 'us-east-1';
const BUCKET_KEY = /^([^:\s]+):(\S+)$/;

/** Reads the settings of the bucket for artifact bodies; undefined if none is set. Throws as `readSettings` does. */
export function bucketSettings(env: WorkerEnv) {
  const said = env.PRUNER_ARTIFACTS_URL ?? '';
  if (said === '') return undefined;
  const url = URL.parse(said);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname.length < 2 || url.username !== '')
    throw complaint('PRUNER_ARTIFACTS_URL');
  const region = url.searchParams.get('region') ?? REGION;
  url.search = '';
  const [, accessKeyId, secretAccessKey] = BUCKET_KEY.exec(env.PRUNER_ARTIFACTS_KEY ?? '') ?? [];
  if (accessKeyId === undefined || secretAccessKey === undefined) throw complaint('PRUNER_ARTIFACTS_KEY');
  return { url: url.href, region, accessKeyId, secretAccessKey };
}

function oneOf<T extends string>(env: WorkerEnv, name: WorkerVariableName, allowed: readonly T[]): T {
  const said = env[name] || WORKER_VARIABLES[name].fallback;
  const found = allowed.find((one) => one === said);
  if (found === undefined) throw complaint(name, said);
  return found;
}

/** Reads a whole number from the environment, or its default. */
function whole(env: WorkerEnv, name: WorkerVariableName, min: number, max: number): number {
  const said = env[name] || WORKER_VARIABLES[name].fallback;
  const value = Number(said);
  if (/^\d+$/.test(said) && value >= min && value <= max) return value;
  throw complaint(name, said);
}

function list(env: WorkerEnv, name: WorkerVariableName, allowed: RegExp): readonly string[] {
  const parts = (env[name] ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  const wrong = given.find((part) => !allowed.test(part));
  if (wrong !== undefined) throw complaint(name, wrong);
  return given;
}

/** Reads a URL without a password. */
function plainUrl(env: WorkerEnv, name: WorkerVariableName): string {
  const url = env[name] ?? '';
  const parsed = URL.parse(url);
  const plain = parsed !== null && parsed.username === '' && parsed.password === '';
  // The value is not shown, because the fault may be in the password it contains.
  if (!plain || !/^https?:$/.test(parsed.protocol)) throw complaint(name);
  return url;
}

const readWebhook = (env: WorkerEnv) => ({
  url: plainUrl(env, 'PRUNER_WEBHOOK_URL'),
  key: secret(env, 'PRUNER_WEBHOOK_KEY', PRINTABLE),
});

const CLIENT = /^(\S+?)(?::(?!\/\/)(\S+))?$/;
const GROUP = /^([^=,]*[^=,\s])\s*=\s*([^:=,]*[^:=,\s])\s*(?::\s*(\w+))?$/;
const ORIGIN = /^(https:\/\/[^/?#@\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)/;

/** Reads a text that has to match. One with a password is not shown. */
function matching(env: WorkerEnv, name: WorkerVariableName, allowed: RegExp): string {
  const said = env[name] || WORKER_VARIABLES[name].fallback;
  if (allowed.test(said)) return said;
  throw complaint(name, said.includes('@') ? undefined : said);
}

function readProvider(env: WorkerEnv) {
  const [, clientId, clientSecret] = CLIENT.exec(env.PRUNER_OIDC_CLIENT ?? '') ?? [];
  if (clientId === undefined) throw complaint('PRUNER_OIDC_CLIENT');
  const groups = list(env, 'PRUNER_OIDC_GROUPS', GROUP).map((said) => {
    const [, group = '', team = '', asked = 'member'] = GROUP.exec(said) ?? [];
    const role = ROLES.find((one) => one === asked);
    if (role === undefined) throw complaint('PRUNER_OIDC_GROUPS', said);
    return { group, team, role };
  });
  if (groups.length === 0) throw complaint('PRUNER_OIDC_GROUPS');
  return {
    issuer: matching(env, 'PRUNER_OIDC_ISSUER', new RegExp(`${ORIGIN.source}(/[^?#@\\s]*)?$`)),
    clientId,
    /** Undefined for a public client. */
    clientSecret,
    /** Address of this worker, without a final slash. */
    publicUrl: matching(env, 'PRUNER_PUBLIC_URL', new RegExp(`${ORIGIN.source}/?$`)).replace(/\/$/, ''),
    scopes: matching(env, 'PRUNER_OIDC_SCOPES', /^([\w:.-]+ )*openid( [\w:.-]+)*$/),
    /** Name of the claim with the groups. */
    groupsClaim: matching(env, 'PRUNER_OIDC_CLAIM', /^\S+$/),
    /** Team and role of each group; the first that fits a person counts. `*`: anybody. */
    groups,
  };
}

function readPrice(env: WorkerEnv) {
  if (!env.PRUNER_TOKEN_PRICE) return undefined;
  const [amount, currency = ''] = matching(env, 'PRUNER_TOKEN_PRICE', /^\d{1,6}(\.\d{1,4})? [A-Z]{3}$/).split(' ');
  return { perMillion: Number(amount), currency };
}

function readUpstream(env: WorkerEnv, engine: string) {
  if (!env.PRUNER_UPSTREAM_URL)
    throw new RangeError(`cannot use PRUNER_ENGINE "${engine}" without an upstream: set PRUNER_UPSTREAM_URL`);
  return {
    url: plainUrl(env, 'PRUNER_UPSTREAM_URL'),
    apiKey: secret(env, 'PRUNER_UPSTREAM_KEY', PRINTABLE),
    timeoutMs: whole(env, 'PRUNER_UPSTREAM_TIMEOUT_MS', 100, 300_000),
    concurrency: whole(env, 'PRUNER_UPSTREAM_CONCURRENCY', 1, 1000),
  };
}

function secret(env: WorkerEnv, name: WorkerVariableName, allowed: RegExp): string | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (allowed.test(value)) return value;
  throw complaint(name);
}

/** Builds the error for a variable. By default it shows no value, so that no secret gets into a message. */
function complaint(name: WorkerVariableName, value?: string): RangeError {
  const shown = value === undefined ? '' : ` "${value}"`;
  return new RangeError(`cannot use ${name}${shown}: expected ${WORKER_VARIABLES[name].allowed.replaceAll('`', '"')}`);
}
