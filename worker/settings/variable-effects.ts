import type { WorkerVariableName } from './variables.ts';

/** The effect of each variable, for the docs alone: the bundle for Cloudflare has no room for it. */
export const VARIABLE_EFFECTS: Readonly<Record<WorkerVariableName, string>> = {
  PRUNER_ADMIN_KEY:
    "The administrator's secret: creates teams and keys, and may do everything. Without it and without keys, Node and Deno answer on loopback only, and Cloudflare answers 503.",
  PRUNER_ENGINE:
    'Who prunes. `upstream`: the swe-pruner at PRUNER_UPSTREAM_URL. `auto`: that one, and the embedded engine whenever it fails.',
  PRUNER_UPSTREAM_URL: "The full address of a swe-pruner's `/prune`. Redirects are not followed.",
  PRUNER_UPSTREAM_KEY: 'Sent to PRUNER_UPSTREAM_URL alone, as a bearer token.',
  PRUNER_UPSTREAM_TIMEOUT_MS: 'Milliseconds that the upstream may take for one text, waiting in line included.',
  PRUNER_UPSTREAM_CONCURRENCY: 'Requests to the upstream at once; further ones wait in line.',
  PRUNER_MAX_BODY_BYTES: 'Largest body of a request; a larger one is answered 413.',
  PRUNER_RATE_PER_MINUTE:
    'Requests a minute for a key without a rate of its own; 0: no bound. On Cloudflare the binding in `wrangler.toml` says it.',
  PRUNER_CACHE_TTL_S: 'Seconds that an answer is remembered, as line numbers and scores, never text; 0: not at all.',
  PRUNER_CACHE_MAX_BYTES: 'Size of the remembered answers of all teams together; beyond it those that expire first go.',
  PRUNER_ALLOWED_HOSTS:
    'Host names that `/mcp` answers to. Empty: any; a worker without keys answers to localhost only.',
  PRUNER_ALLOWED_ORIGINS: 'Web pages that may call `/mcp`, beside its own.',
  PRUNER_TRUSTED_PROXIES:
    'Proxies, beside those on this machine, that are believed in `X-Forwarded-For`, or else `Forwarded`. A client’s address is the last one there that is no such proxy. Node and Deno only.',
  ARTIFACT_REDACT:
    'Whether secrets in known formats (keys, tokens, private keys) are taken out of what is kept: texts that do not fit into an answer, and context put aside.',
  PRUNER_DATABASE_URL:
    'PostgreSQL 15 or newer instead of the SQLite file. Several workers may share it. Node and Deno only.',
  PRUNER_DATABASE_CONNECTIONS: 'Connections to that database which a worker has at most.',
  PRUNER_REDIS_URL:
    'Redis or Valkey in which workers that share a database count rates, quotas and guesses together. Default: in PostgreSQL, if that is the database. Node and Deno only.',
  PRUNER_ARTIFACTS_URL:
    'A bucket of Amazon S3, MinIO or another service with that API for the bodies of artifacts, instead of the database. Node and Deno only.',
  PRUNER_ARTIFACTS_KEY: 'The key for that bucket.',
  OTEL_TRACES_EXPORTER: 'Traces requests with OpenTelemetry. docs/running-the-worker.md tells how. Node and Deno only.',
  PRUNER_DATA_DIR: 'Where the Deno entry keeps its SQLite file; Node takes `--data`, Cloudflare has D1.',
  HOST: 'Where the Deno entry listens; Node takes `--host`. Beyond loopback only with keys.',
  PORT: 'Where the Deno entry listens; Node takes `--port`, Cloudflare has none.',
};
