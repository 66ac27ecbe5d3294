/**
 * Suites in `test/` that may behave differently on another runtime than Node, each with the reason. All other suites
 * only compute, with the same V8, or start processes on runtimes that they name. The stores have one implementation
 * each over the contract of `SqlDatabase`, which every driver passes.
 */
export const CAN_DIFFER: Readonly<Record<string, string>> = {
  // Inputs of all kinds through the engine and the prune API.
  'core/engine/{embedded,adversarial}.test.ts': 'every kind of text, and texts that are hard to process',
  'core/prune-api/{code,documents}.test.ts': 'the dialects over Web requests',
  'worker/routes/prune/prune-endpoint.test.ts': 'the endpoint’s contract: bodies, limits, statuses',
  // Parts of a runtime.
  'core/artifacts/{memory-artifact-store,redacting-artifacts}.test.ts': 'streams of bodies and their bytes',
  'core/base/json/json-number.test.ts': '`JSON.rawJSON`, which a runtime may not have',
  'core/base/tokens/o200k.test.ts': 'its table is unpacked by the runtime',
  'core/remote-pruner/{http-pruner,exchanges}.test.ts': 'fetch, its errors and its signals',
  'core/teams/keys/{api-key,authenticator}.test.ts': 'Web Crypto',
  'core/text/{base64,code-units}.test.ts': 'its encoders, and halves of characters',
  'worker/artifacts/*.test.ts': 'streams of a bucket',
  'worker/client.test.ts': 'Hono’s client over its fetch',
  'worker/dashboard/{session,sign-in}.test.ts': 'sealed cookies and forms',
  'worker/http/{parse-json,refused-body,write-json}.test.ts': 'bodies and how they end',
  'worker/routes/mcp/{artifacts,mcp}.test.ts': 'JSON-RPC over requests, large answers',
  'worker/routes/prune/turns.test.ts': 'turns of its event loop',
};
