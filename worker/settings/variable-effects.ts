import type { WorkerVariableName } from './variables.ts';

/** The effect of each variable, for the docs alone, so it is in no bundle. */
export const VARIABLE_EFFECTS: Readonly<Record<WorkerVariableName, string>> = {
  PRUNER_ADMIN_KEY:
    "Administrator's secret. It creates teams and keys, and may do everything. Without it and without keys, Node and Deno answer only on loopback, and Cloudflare answers 503.",
  PRUNER_ENGINE:
    'Engine that prunes. `embedded`: the embedded engine. `upstream`: the swe-pruner at PRUNER_UPSTREAM_URL. `auto`: the upstream, or the embedded engine whenever it fails.',
  PRUNER_UPSTREAM_URL: "Full URL of a swe-pruner's `/prune`. Redirects are not followed.",
  PRUNER_UPSTREAM_KEY: 'Bearer token for PRUNER_UPSTREAM_URL. It is sent nowhere else.',
  PRUNER_UPSTREAM_TIMEOUT_MS: 'Timeout of the upstream for one text, including the wait in the queue, in milliseconds.',
  PRUNER_UPSTREAM_CONCURRENCY: 'Max concurrent requests to the upstream. Further requests wait in a queue.',
  PRUNER_MAX_BODY_BYTES: 'Max size of a request body. A larger one is refused with 413.',
  PRUNER_RATE_PER_MINUTE:
    'Max requests per minute for a key without a rate of its own. 0: no limit. On Cloudflare, the binding in `wrangler.toml` sets it.',
  PRUNER_CACHE_MAX_BYTES:
    'Max size of all teams’ cached answers together. They hold line numbers and scores, never text, for a day. 0: no cache.',
  PRUNER_ALLOWED_HOSTS: 'Host names that `/mcp` accepts. Empty: any. A worker without keys accepts only localhost.',
  PRUNER_ALLOWED_ORIGINS: 'Web pages that may call `/mcp`, besides its own.',
  PRUNER_TRUSTED_PROXIES:
    'Proxies whose `X-Forwarded-For` (otherwise `Forwarded`) is trusted, besides those on this machine. The client’s address is the last one in it that is not such a proxy. Node and Deno only.',
  ARTIFACT_REDACT:
    '`on` removes secrets in known formats (keys, tokens, private keys) from stored texts: the full text of shortened answers, and stashed context.',
  PRUNER_AUDIT_DAYS: 'Days that entries of the audit trail are kept.',
  PRUNER_PUBLIC_URL: 'Address of this worker, to which the identity provider sends browsers back. Needed with one.',
  PRUNER_OIDC_ISSUER: 'Identity provider (OpenID Connect) by which people sign in. See docs/sign-in.md.',
  PRUNER_OIDC_CLIENT: 'The worker’s client at the identity provider.',
  PRUNER_OIDC_GROUPS:
    'Team and role of each group of the provider. The first entry that fits a person counts; `*` fits everybody. Default role: `member`.',
  PRUNER_OIDC_CLAIM: 'Claim that lists the groups of a person.',
  PRUNER_OIDC_SCOPES: 'Scopes that the worker asks the provider for.',
  PRUNER_TOKEN_PRICE: 'Price of a million input tokens. The dashboard then shows savings as money too.',
  PRUNER_WEBHOOK_URL:
    'URL that receives, by POST of one JSON object each, keys that expire within a week and quotas that are used by 80 %.',
  PRUNER_WEBHOOK_KEY: 'Bearer token for PRUNER_WEBHOOK_URL.',
  PRUNER_DATABASE_URL:
    'PostgreSQL 15 or newer to use instead of the SQLite file. Several workers may share it. Node and Deno only.',
  PRUNER_DATABASE_CONNECTIONS: 'Max connections of one worker to that database.',
  PRUNER_REDIS_URL:
    'Redis or Valkey to use if workers share a database. In it they count rates, quotas and guessed keys together. Default: PostgreSQL, if that is the database. Node and Deno only.',
  PRUNER_ARTIFACTS_URL:
    'Bucket for the bodies of artifacts, instead of the database: Amazon S3, MinIO or another service with that API. Node and Deno only.',
  PRUNER_ARTIFACTS_KEY: 'Key for that bucket.',
  OTEL_TRACES_EXPORTER: 'Traces requests with OpenTelemetry. See docs/running-the-worker.md. Node and Deno only.',
  PRUNER_DATA_DIR: 'Folder of the SQLite file for the Deno entry. Node takes `--data`; Cloudflare uses D1.',
  HOST: 'Address on which the Deno entry listens. Node takes `--host`. Any address except loopback needs keys.',
  PORT: 'Port on which the Deno entry listens. Node takes `--port`; Cloudflare has none.',
};
