import { DEFAULT_LIMITS } from './limits.ts';

/** A variable of the worker's environment, as shown in the docs. */
export interface WorkerVariable {
  readonly fallback: string;
  readonly allowed: string;
  readonly effect: string;
}

export type WorkerVariableName =
  | 'PRUNER_ADMIN_KEY'
  | 'PRUNER_ENGINE'
  | 'PRUNER_UPSTREAM_URL'
  | 'PRUNER_UPSTREAM_KEY'
  | 'PRUNER_UPSTREAM_TIMEOUT_MS'
  | 'PRUNER_UPSTREAM_CONCURRENCY'
  | 'PRUNER_MAX_BODY_BYTES'
  | 'PRUNER_RATE_PER_MINUTE'
  | 'PRUNER_CACHE_TTL_S'
  | 'PRUNER_CACHE_MAX_BYTES'
  | 'PRUNER_ALLOWED_HOSTS'
  | 'PRUNER_ALLOWED_ORIGINS'
  | 'PRUNER_TRUSTED_PROXIES'
  | 'ARTIFACT_REDACT'
  | 'PRUNER_DATABASE_URL'
  | 'PRUNER_DATABASE_CONNECTIONS'
  | 'PRUNER_ARTIFACTS_URL'
  | 'PRUNER_ARTIFACTS_KEY'
  | 'PRUNER_DATA_DIR'
  | 'HOST'
  | 'PORT';

/** Variables that the worker's entries read; the table in docs/environment.md is generated from this. */
export const WORKER_VARIABLES: Readonly<Record<WorkerVariableName, WorkerVariable>> = {
  PRUNER_ADMIN_KEY: {
    fallback: '',
    allowed: '32 to 512 printable ASCII characters without spaces',
    effect:
      "The administrator's secret: creates teams and keys, and may do everything. Without it and without keys, Node and Deno answer on loopback only, and Cloudflare answers 503.",
  },
  PRUNER_ENGINE: {
    fallback: 'embedded',
    allowed: '`embedded`, `upstream`, `auto`',
    effect:
      'Who prunes. `upstream`: the swe-pruner at PRUNER_UPSTREAM_URL. `auto`: that one, and the embedded engine whenever it fails.',
  },
  PRUNER_UPSTREAM_URL: {
    fallback: '',
    allowed: 'an http or https URL without user name',
    effect: "The full address of a swe-pruner's `/prune`. Redirects are not followed.",
  },
  PRUNER_UPSTREAM_KEY: {
    fallback: '',
    allowed: 'printable ASCII without spaces',
    effect: 'Sent to PRUNER_UPSTREAM_URL alone, as a bearer token.',
  },
  PRUNER_UPSTREAM_TIMEOUT_MS: {
    fallback: '30000',
    allowed: 'integer 100..300000',
    effect: 'Milliseconds that the upstream may take for one text, waiting in line included.',
  },
  PRUNER_UPSTREAM_CONCURRENCY: {
    fallback: '8',
    allowed: 'integer 1..1000',
    effect: 'Requests to the upstream at once; further ones wait in line.',
  },
  PRUNER_MAX_BODY_BYTES: {
    fallback: String(DEFAULT_LIMITS.bodyBytes),
    allowed: 'integer 1..1073741824',
    effect: 'Largest body of a request; a larger one is answered 413.',
  },
  PRUNER_RATE_PER_MINUTE: {
    fallback: '1200',
    allowed: 'integer 0..1000000',
    effect:
      'Requests a minute for a key without a rate of its own; 0: no bound. On Cloudflare the binding in `wrangler.toml` says it.',
  },
  PRUNER_CACHE_TTL_S: {
    fallback: '86400',
    allowed: 'integer 0..31536000',
    effect: 'Seconds that an answer is remembered, as line numbers and scores, never text; 0: not at all.',
  },
  PRUNER_CACHE_MAX_BYTES: {
    fallback: '67108864',
    allowed: 'integer 0..1099511627776',
    effect: 'Size of the remembered answers of all teams together; beyond it those that expire first go.',
  },
  PRUNER_ALLOWED_HOSTS: {
    fallback: '',
    allowed: 'host names without ports, separated by commas',
    effect: 'Host names that `/mcp` answers to. Empty: any; a worker without keys answers to localhost only.',
  },
  PRUNER_ALLOWED_ORIGINS: {
    fallback: '',
    allowed: 'origins such as `https://app.example`, separated by commas',
    effect: 'Web pages that may call `/mcp`, beside its own.',
  },
  PRUNER_TRUSTED_PROXIES: {
    fallback: '',
    allowed: 'IPv4 and IPv6 addresses and CIDR ranges such as `10.0.0.0/8`, separated by commas',
    effect:
      'Proxies, beside those on this machine, that are believed in `X-Forwarded-For`, or else `Forwarded`. A client’s address is the last one there that is no such proxy. Node and Deno only.',
  },
  ARTIFACT_REDACT: {
    fallback: 'off',
    allowed: '`on`, `off`',
    effect:
      'Whether secrets in known formats (keys, tokens, private keys) are taken out of what is kept: texts that do not fit into an answer, and context put aside.',
  },
  PRUNER_DATABASE_URL: {
    fallback: '',
    allowed: 'a URL such as `postgres://NAME:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full`',
    effect: 'PostgreSQL 15 or newer instead of the SQLite file. Several workers may share it. Node and Deno only.',
  },
  PRUNER_DATABASE_CONNECTIONS: {
    fallback: '10',
    allowed: 'integer 1..100',
    effect: 'Connections to that database which a worker has at most.',
  },
  PRUNER_ARTIFACTS_URL: {
    fallback: '',
    allowed: 'a URL such as `https://s3.eu-central-1.amazonaws.com/BUCKET/PREFIX?region=eu-central-1`',
    effect:
      'A bucket of Amazon S3, MinIO or another service with that API for the bodies of artifacts, instead of the database. Node and Deno only.',
  },
  PRUNER_ARTIFACTS_KEY: {
    fallback: '',
    allowed: '`ACCESS_KEY_ID:SECRET_ACCESS_KEY`',
    effect: 'The key for that bucket.',
  },
  PRUNER_DATA_DIR: {
    fallback: '~/.mcp-pruner/worker',
    allowed: 'a folder; made where it is missing',
    effect: 'Where the Deno entry keeps its SQLite file; Node takes `--data`, Cloudflare has D1.',
  },
  HOST: {
    fallback: '127.0.0.1',
    allowed: 'a host name or address',
    effect: 'Where the Deno entry listens; Node takes `--host`. Beyond loopback only with keys.',
  },
  PORT: {
    fallback: '8000',
    allowed: 'integer 0..65535',
    effect: 'Where the Deno entry listens; Node takes `--port`, Cloudflare has none.',
  },
};

/** The environment passed in by an entry. */
export type WorkerEnv = Readonly<Partial<Record<WorkerVariableName, string | undefined>>>;
