import type { Place } from '../stage/place.ts';

const SECRET = 'hunter2hunter2';
const inJson = (key: string): string =>
  `{\n  // kept\n  "${key}": {\n    "z": { "command": "z", "env": { "API_KEY": "${SECRET}" } }, // last\n  },\n}\n`;

export interface HostFile {
  /** As the option of `init` has it. */
  readonly host: string;
  /** Below the folder of a scene. */
  readonly user: string;
  readonly text: string;
}

/** The settings of each host, with a server and a comment that must stay. */
export const HOST_FILES: readonly HostFile[] = [
  { host: 'claude-code', user: 'home/.claude.json', text: inJson('mcpServers') },
  {
    host: 'codex',
    user: 'home/.codex/config.toml',
    text: `# kept\n[mcp_servers.z]\ncommand = "z"\nenv = { API_KEY = "${SECRET}" }\n`,
  },
  { host: 'cursor', user: 'home/.cursor/mcp.json', text: inJson('mcpServers') },
  { host: 'vscode', user: 'home/.config/Code/User/mcp.json', text: inJson('servers') },
  { host: 'gemini', user: 'home/.gemini/settings.json', text: inJson('mcpServers') },
  { host: 'opencode', user: 'home/.config/opencode/opencode.json', text: inJson('mcp') },
];

/** Servers as each host documents them: remote, disabled, with variables, with what cannot be taken over. */
export function writeServersOfHosts(place: Place): void {
  const write = (file: string, value: object): void => void place.write(file, JSON.stringify(value, null, 2));
  write('root/.mcp.json', {
    mcpServers: {
      'cc-project': {
        type: 'stdio',
        command: 'npx',
        args: ['-y', 'cc', `\${ROOT:-/tmp}`],
        env: { API_KEY: `\${API_KEY}` },
      },
      pruner: { command: 'npx', args: ['-y', '@jeeves/mcp-pruner@latest'] },
    },
  });
  write('home/.claude.json', {
    mcpServers: {
      'cc-user': { type: 'http', url: 'https://cc.example/mcp', headers: { Authorization: `Bearer ${SECRET}` } },
    },
    projects: { [place.root]: { mcpServers: { 'cc-local': { command: 'cc-local', args: [], env: {} } } } },
  });
  write('home/.config/Claude/claude_desktop_config.json', {
    mcpServers: { desktop: { command: 'uvx', args: ['desktop'], env: { PORT: 80 } } },
  });
  place.write(
    'home/.codex/config.toml',
    'model = "gpt-5"\n\n[mcp_servers.codex-local]\ncommand = "npx"\nargs = ["-y", "codex-mcp"]\nenv_vars = ["HOME_TOKEN"]\ntool_timeout_sec = 45.5\nenabled_tools = ["read"]\n\n[mcp_servers.codex-far]\nurl = "https://codex.example/mcp"\nenabled = false\nbearer_token_env_var = "CODEX_TOKEN"\n',
  );
  write('home/.cursor/mcp.json', {
    mcpServers: { 'cursor-user': { url: 'https://cursor.example/sse', headers: { 'X-Key': `\${env:CURSOR_KEY}` } } },
  });
  place.write(
    'root/.vscode/mcp.json',
    `{
  "servers": {
    "code": { "type": "stdio", "command": "node", "args": ["x.js"], "envFile": ".env" },
    "asks": { "type": "http", "url": "https://a.example/mcp", "headers": { "A": "\${input:key}" } },
  }
}
`,
  );
  write('home/.gemini/settings.json', {
    mcpServers: {
      'gemini-far': { httpUrl: 'https://gemini.example/mcp', headers: { 'X-Key': '$GEMINI_X' }, timeout: 5000 },
      'gemini-local': { command: 'g', cwd: './g', trust: true, includeTools: ['a'], excludeTools: ['b'] },
    },
  });
  place.write(
    'root/opencode.jsonc',
    '{\n  "mcp": {\n    "oc-local": { "type": "local", "command": ["bun", "x"], "enabled": false },\n    "oc-far": { "type": "remote", "url": "https://oc.example/mcp" },\n  },\n}\n',
  );
}
