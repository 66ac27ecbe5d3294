import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fields } from './gateway-launcher.ts';
import type { RealServer } from './gateway-real-servers.ts';
import { installed, NODE } from './installed.ts';

/** An address at which a server's telemetry fails at once. */
const NOWHERE = 'http://127.0.0.1:9';

interface Package {
  readonly name: string;
  /** File of the server's program. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The version in which the gateway connects, for a server that supports it. */
  readonly protocolVersion?: string;
  readonly tools: number;
  /** The server's short call: tool and arguments. */
  readonly call: readonly [string, Fields];
}

/**
 * npm servers by other authors, built with other SDKs. Each answers its call without network, even if only with an
 * error. The keys are fake.
 */
export function vendorServers(folder: string): readonly RealServer[] {
  const work = path.join(folder, 'work');
  const linted = path.join(work, 'stop.js');
  mkdirSync(work);
  writeFileSync(path.join(work, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(path.join(work, 'eslint.config.js'), 'export default [{ rules: { "no-debugger": "error" } }];\n');
  writeFileSync(linted, 'debugger;\n');
  const packages: readonly Package[] = [
    {
      ...{ name: 'context7', file: '@upstash/context7-mcp/dist/index.js', tools: 2 },
      ...{ protocolVersion: '2026-07-28', env: { CONTEXT7_API_URL: NOWHERE } },
      call: ['query-docs', { libraryId: '/honojs/hono', query: 'routing' }],
    },
    {
      ...{ name: 'onepassword', file: '@takescake/1password-mcp/bin/1password-mcp.js', tools: 15 },
      ...{ protocolVersion: '2026-07-28', env: { OP_SERVICE_ACCOUNT_TOKEN: 'none' } },
      call: ['vault_list', {}],
    },
    {
      ...{
        name: 'app',
        file: '@modelcontextprotocol/server-basic-vanillajs/dist/index.js',
        args: ['--stdio'],
        tools: 1,
      },
      call: ['get-time', {}],
    },
    {
      ...{ name: 'playwright', file: '@playwright/mcp/cli.js', tools: 25 },
      args: ['--executable-path', path.join(work, 'no-browser')],
      call: ['browser_tabs', { action: 'list' }],
    },
    {
      ...{ name: 'eslint', file: '@eslint/mcp/src/mcp-cli.js', tools: 1 },
      call: ['lint-files', { filePaths: [linted] }],
    },
    {
      ...{ name: 'accesslint', file: '@accesslint/mcp/bin/accesslint-mcp.js', tools: 4 },
      call: ['explain_rule', { id: 'text-alternatives/img-alt' }],
    },
    {
      ...{ name: 'firecrawl', file: 'firecrawl-mcp/dist/index.js', env: { FIRECRAWL_API_KEY: 'none' }, tools: 29 },
      call: ['firecrawl_parse', { filePath: linted }],
    },
    {
      ...{ name: 'hubspot', file: '@hubspot/mcp-server/dist/index.js', tools: 21 },
      env: { PRIVATE_APP_ACCESS_TOKEN: 'none' },
      call: ['hubspot-generate-feedback-link', {}],
    },
    {
      ...{ name: 'cloudflare', file: '@cloudflare/mcp-server-cloudflare/dist/index.js', args: ['run', 'none'] },
      ...{ env: { CLOUDFLARE_API_TOKEN: 'none' }, tools: 89 },
      call: ['zones_list', { testMode: true }],
    },
    {
      ...{ name: 'github', file: '@modelcontextprotocol/server-github/dist/index.js', tools: 26 },
      call: ['create_issue', {}],
    },
    { ...{ name: 'hello', file: 'mcp-hello-world/build/stdio.js', tools: 3 }, call: ['add', { a: 1, b: 2 }] },
  ];
  return packages.map(({ name, file, args = [], env = {}, protocolVersion, tools, call: [tool, given] }) => {
    const version = protocolVersion === undefined ? {} : { protocolVersion };
    const entry = { command: NODE, args: [installed(file), ...args], env, cwd: work, ...version };
    return { name, tools, entry, short: { tool, args: given } };
  });
}
