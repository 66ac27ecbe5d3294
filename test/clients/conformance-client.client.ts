import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { installed, NODE, ROOT } from './installed.ts';

const run = promisify(execFile);
const TIMEOUT = 60_000;

/** All that the official suite asks of a client of 2025-11-25: its `requirements`, `client`. */
const SCENARIOS = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
];

test.each(SCENARIOS)(
  'the official conformance suite, mcp-pruner itself as the client: %s',
  async (scenario) => {
    const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
    const command = `${NODE} ${ROOT}test/clients/launcher-client.ts`;
    // Exits with another code than 0 where a check fails, which rejects.
    const { stderr } = await run(NODE, [suite, 'client', '--command', command, '--scenario', scenario]);
    expect(stderr).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  },
  TIMEOUT,
);
