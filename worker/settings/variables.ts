import { DEFAULT_WORKER_LIMITS } from './limits.ts';

/** A variable of the worker's environment. `VARIABLE_EFFECTS` says what it does. */
export interface WorkerVariable {
  readonly fallback: string;
  readonly allowed: string;
}

export type WorkerVariableName = keyof typeof WORKER_VARIABLES;

/** Variables that the worker's entries read; the table in docs/environment.md is generated from this. */
export const WORKER_VARIABLES = {
  PRUNER_ADMIN_KEY: { fallback: '', allowed: '32 to 512 printable ASCII characters without spaces' },
  PRUNER_ENGINE: { fallback: 'embedded', allowed: 'one of `embedded`, `upstream`, `auto`' },
  PRUNER_UPSTREAM_URL: { fallback: '', allowed: 'an http or https URL without a user name or password' },
  PRUNER_UPSTREAM_KEY: { fallback: '', allowed: 'printable ASCII without spaces' },
  PRUNER_UPSTREAM_TIMEOUT_MS: { fallback: '30000', allowed: 'an integer from 100 to 300000' },
  PRUNER_UPSTREAM_CONCURRENCY: { fallback: '8', allowed: 'an integer from 1 to 1000' },
  PRUNER_MAX_BODY_BYTES: {
    fallback: String(DEFAULT_WORKER_LIMITS.bodyBytes),
    allowed: 'an integer from 1 to 1073741824',
  },
  PRUNER_RATE_PER_MINUTE: { fallback: '1200', allowed: 'an integer from 0 to 1000000' },
  PRUNER_CACHE_MAX_BYTES: { fallback: '67108864', allowed: 'an integer from 0 to 1099511627776' },
  PRUNER_ALLOWED_HOSTS: { fallback: '', allowed: 'comma-separated host names without ports' },
  PRUNER_ALLOWED_ORIGINS: { fallback: '', allowed: 'comma-separated origins such as `https://app.example`' },
  PRUNER_TRUSTED_PROXIES: {
    fallback: '',
    allowed: 'comma-separated IPv4 and IPv6 addresses and CIDR ranges such as `10.0.0.0/8`',
  },
  ARTIFACT_REDACT: { fallback: 'off', allowed: 'one of `on`, `off`' },
  PRUNER_AUDIT_DAYS: { fallback: '730', allowed: 'an integer from 1 to 36500' },
  PRUNER_PUBLIC_URL: { fallback: '', allowed: 'an https URL without a path such as `https://pruner.example`' },
  PRUNER_OIDC_ISSUER: { fallback: '', allowed: 'an https URL such as `https://id.example/realms/dev`' },
  PRUNER_OIDC_CLIENT: { fallback: '', allowed: '`CLIENT_ID` or `CLIENT_ID:CLIENT_SECRET`' },
  PRUNER_OIDC_GROUPS: {
    fallback: '',
    allowed: 'comma-separated `GROUP=TEAM` or `GROUP=TEAM:ROLE`, with a role out of `member`, `admin`, `root`',
  },
  PRUNER_OIDC_CLAIM: { fallback: 'groups', allowed: 'the name of a claim' },
  PRUNER_OIDC_SCOPES: {
    fallback: 'openid profile email',
    allowed: 'scopes with spaces between them, `openid` among them',
  },
  PRUNER_TOKEN_PRICE: { fallback: '', allowed: 'an amount and a currency such as `3.00 USD`' },
  PRUNER_WEBHOOK_URL: { fallback: '', allowed: 'an http or https URL without a user name or password' },
  PRUNER_WEBHOOK_KEY: { fallback: '', allowed: 'printable ASCII without spaces' },
  PRUNER_DATABASE_URL: {
    fallback: '',
    allowed: 'a URL such as `postgres://NAME:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full`',
  },
  PRUNER_DATABASE_CONNECTIONS: { fallback: '10', allowed: 'an integer from 1 to 100' },
  PRUNER_REDIS_URL: { fallback: '', allowed: 'a URL such as `rediss://NAME:PASSWORD@HOST:6379/0`' },
  PRUNER_ARTIFACTS_URL: {
    fallback: '',
    allowed: 'a URL such as `https://s3.eu-central-1.amazonaws.com/BUCKET/PREFIX?region=eu-central-1`',
  },
  PRUNER_ARTIFACTS_KEY: { fallback: '', allowed: '`ACCESS_KEY_ID:SECRET_ACCESS_KEY`' },
  OTEL_TRACES_EXPORTER: { fallback: 'none', allowed: '`otlp`; any other value means off' },
  PRUNER_DATA_DIR: { fallback: '~/.mcp-pruner/worker', allowed: 'a folder; created if missing' },
  HOST: { fallback: '127.0.0.1', allowed: 'a host name or address' },
  PORT: { fallback: '8000', allowed: 'an integer from 0 to 65535' },
} as const satisfies Readonly<Record<string, WorkerVariable>>;

/** The environment passed in by an entry. */
export type WorkerEnv = Readonly<Partial<Record<WorkerVariableName, string | undefined>>>;
