/**
 * An npm package with a server whose tools are recorded. The tools are listed but never called, so its credentials may
 * be fake.
 */
export interface RecordedServer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** Index of the package's program. Default: the first. */
  readonly bin?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files that the server expects in its working folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

const official = (name: string, version: string, more: object = {}): RecordedServer => ({
  name,
  package: `@modelcontextprotocol/server-${name}`,
  version,
  ...more,
});

export const RECORDED_SERVERS: readonly RecordedServer[] = [
  official('github', '2025.4.8'),
  official('slack', '2025.4.25', { env: { SLACK_BOT_TOKEN: 'none', SLACK_TEAM_ID: 'T0' } }),
  official('filesystem', '2026.8.31', { args: ['.'] }),
  official('memory', '2026.8.31'),
  official('google-maps', '0.6.2', { env: { GOOGLE_MAPS_API_KEY: 'none' } }),
  { name: 'git', package: '@cyanheads/git-mcp-server', version: '2.15.3', env: { MCP_TRANSPORT_TYPE: 'stdio' } },
  { name: 'playwright', package: '@playwright/mcp', version: '0.0.83' },
  { name: 'notion', package: '@notionhq/notion-mcp-server', version: '2.5.2', env: { NOTION_TOKEN: 'none' } },
  { name: 'kubernetes', package: 'mcp-server-kubernetes', version: '4.1.7' },
  { name: 'mongodb', package: 'mongodb-mcp-server', version: '3.0.4' },
  { name: 'circleci', package: '@circleci/mcp-server-circleci', version: '0.20.0', env: { CIRCLECI_TOKEN: 'none' } },
  { name: 'firecrawl', package: 'firecrawl-mcp', version: '3.26.0', env: { FIRECRAWL_API_KEY: 'none' } },
  { name: 'asana', package: '@roychri/mcp-server-asana', version: '1.8.0', env: { ASANA_ACCESS_TOKEN: 'none' } },
  { name: 'desktop', package: '@wonderwhy-er/desktop-commander', version: '0.2.52', args: ['--no-onboarding'] },
];

const GOOGLE_KEYS = { installed: { client_id: 'none', client_secret: 'none', redirect_uris: ['http://localhost'] } };

/** Servers that were recorded after the ranking was tuned. They are separate, so that older figures stay the same. */
export const UNSEEN_SERVERS: readonly RecordedServer[] = [
  {
    name: 'google-calendar',
    package: '@cocal/google-calendar-mcp',
    version: '2.6.3',
    env: { GOOGLE_OAUTH_CREDENTIALS: 'keys.json' },
    files: { 'keys.json': JSON.stringify(GOOGLE_KEYS) },
  },
  { name: 'todoist', package: 'todoist-mcp', version: '1.3.4', env: { API_KEY: 'none' } },
  {
    name: 'grafana',
    package: '@leval/mcp-grafana',
    version: '1.1.7',
    env: { GRAFANA_URL: 'http://127.0.0.1:1', GRAFANA_SERVICE_ACCOUNT_TOKEN: 'none' },
  },
  { name: 'stripe', package: '@stripe/mcp', version: '0.2.5', args: ['--tools=all', '--api-key=sk_test_none'] },
  { name: 'airtable', package: 'airtable-mcp-server', version: '1.14.0', env: { AIRTABLE_API_KEY: 'pat.none' } },
  {
    name: 'lunchmoney',
    package: '@akutishevsky/lunchmoney-mcp',
    version: '3.0.0',
    env: { LUNCHMONEY_API_TOKEN: 'none' },
  },
  { name: 'discord', package: 'mcp-discord', version: '1.3.4', env: { DISCORD_TOKEN: 'none' } },
  { name: 'weather', package: '@dangahagan/weather-mcp', version: '1.23.0', env: { ENABLED_TOOLS: 'all' } },
  { name: 'hubspot', package: '@hubspot/mcp-server', version: '0.4.0', env: { PRIVATE_APP_ACCESS_TOKEN: 'none' } },
  {
    name: 'mail',
    package: 'mcp-mail-server',
    version: '1.2.1',
    env: {
      IMAP_HOST: '127.0.0.1',
      IMAP_PORT: '1',
      IMAP_SECURE: 'false',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '1',
      SMTP_SECURE: 'false',
      EMAIL_USER: 'none@localhost',
      EMAIL_PASS: 'none',
    },
  },
  { name: 'obsidian', package: 'obsidian-mcp', version: '2.0.1', args: ['.'], files: { '.obsidian/app.json': '{}' } },
  {
    name: 'coolify',
    package: '@masonator/coolify-mcp',
    version: '3.5.0',
    env: { COOLIFY_BASE_URL: 'http://127.0.0.1:1', COOLIFY_ACCESS_TOKEN: 'none' },
  },
];
