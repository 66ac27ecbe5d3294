/** A server of npm whose tools are recorded. It is listed only, so that its credentials may be made up. */
export interface RecordedServer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** Which of the package's programs: the first by default. */
  readonly bin?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
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
