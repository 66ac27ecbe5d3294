import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { installed, NODE, ROOT } from './installed.ts';

const run = promisify(execFile);
const TIMEOUT = 60_000;

/** Scenarios that the official suite requires of clients of both versions. */
const OF_BOTH = [
  'tools_call',
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

const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [...OF_BOTH, 'initialize', 'sse-retry', 'elicitation-sep1034-client-defaults'],
  '2026-07-28': [
    ...OF_BOTH,
    'request-metadata',
    'auth/resource-mismatch',
    'auth/offline-access-scope',
    'auth/offline-access-not-supported',
    'auth/authorization-server-migration',
    'auth/iss-supported',
    'auth/iss-not-advertised',
    'auth/iss-supported-missing',
    'auth/iss-wrong-issuer',
    'auth/iss-unexpected',
    'auth/iss-normalized',
    'auth/metadata-issuer-mismatch',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'sep-2322-client-request-state',
  ],
};

/**
 * Scenarios in which the server asks for elicitation. A command cannot answer, so the client is the launcher with an
 * agent that fills in forms.
 */
const NEEDS_AGENT: ReadonlySet<string> = new Set([
  'elicitation-sep1034-client-defaults',
  'sep-2322-client-request-state',
]);

/** Scenarios that the suite runs but does not score, with the suite's own reason. */
const NOT_SCORED: readonly (readonly [string, string])[] = [
  ['auth/client-credentials-jwt', 'extension'],
  ['auth/client-credentials-basic', 'extension'],
  ['auth/enterprise-managed-authorization', 'extension'],
  ['auth/dpop', 'extension'],
  ['auth/dpop-nonce', 'extension'],
  ['auth/wif-jwt-bearer', 'extension'],
  ['json-schema-2020-12-preservation', 'added-after-release'],
];

describe.each(Object.entries(SCENARIOS))(
  'the official conformance suite for %s, mcp-pruner as the client',
  (version, scenarios) => {
    test('the scenarios are those that the suite requires, and all but those it does not score', () => {
      const file = installed(`@modelcontextprotocol/conformance/requirements/${version}.yaml`);
      const text = readFileSync(file, 'utf8');
      const [, required = ''] = /\nclient:\n((?: {2}- .*\n)+)/.exec(text) ?? [];
      expect(scenarios.toSorted()).toEqual((required.match(/[\w/-]{2,}/g) ?? []).toSorted());
      const rest = text.matchAll(/- scenario: (\S+)\n +leg: client\n +reason: (\S+)/g);
      expect([...rest].map(([, name, reason]) => [name, reason])).toEqual(NOT_SCORED);
    });

    test.each(scenarios)(
      '%s',
      async (scenario) => {
        const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
        const client = NEEDS_AGENT.has(scenario) ? 'launcher-client' : 'command-line-user';
        // The suite exits with a code other than 0 if a check fails, so `run` rejects.
        const { stderr } = await run(NODE, [
          ...[suite, 'client', '--command', `${NODE} ${ROOT}test/clients/${client}.ts`],
          ...['--spec-version', version, '--scenario', scenario],
        ]);
        expect(stderr).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
      },
      TIMEOUT,
    );
  },
);
