import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Writes the files of each host, as the host writes or documents them, into a home and a project. */
export function writeHostSamples(home: string, cwd: string): void {
  const sample = (file: string, value: object): void => write(file, JSON.stringify(value, null, 2));
  sample(path.join(cwd, '.mcp.json'), {
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
  sample(path.join(home, '.claude.json'), {
    numStartups: 12,
    mcpServers: {
      'cc-user': { type: 'http', url: 'https://cc.example/mcp', headers: { Authorization: `Bearer ${SECRET}` } },
    },
    projects: {
      [cwd]: { allowedTools: [], mcpServers: { 'cc-local': { command: 'cc-local', args: [], env: {} } } },
      '/elsewhere': { mcpServers: { 'cc-other': { command: 'other' } } },
    },
  });
  sample(path.join(home, '.config/Claude/claude_desktop_config.json'), {
    globalShortcut: '',
    mcpServers: { desktop: { command: 'uvx', args: ['desktop', `\${AS_IT_IS}`], env: { PORT: 80 } } },
  });
  write(
    path.join(home, '.codex/config.toml'),
    `model = "gpt-5"

[mcp_servers.codex-local]
command = "npx"
args = ["-y", "codex-mcp"]
env_vars = ["HOME_TOKEN"]
startup_timeout_sec = 20
tool_timeout_sec = 45.5
enabled_tools = ["read"]
disabled_tools = ["write"]

[mcp_servers.codex-local.env]
"MODE" = "fast"

[mcp_servers.codex-far]
url = "https://codex.example/mcp"
enabled = false
bearer_token_env_var = "CODEX_TOKEN"
http_headers = { "X-Region" = "eu" }
env_http_headers = { "X-Team" = "TEAM" }
`,
  );
  sample(path.join(cwd, '.cursor/mcp.json'), {
    mcpServers: {
      'cursor-project': { command: `\${workspaceFolder}/run`, args: [`\${userHome}`, `\${pathSeparator}`] },
    },
  });
  sample(path.join(home, '.cursor/mcp.json'), {
    mcpServers: {
      'cursor-user': { url: 'https://cursor.example/sse', headers: { 'X-Key': `\${env:CURSOR_KEY}` } },
      'cursor-nowhere': { command: `\${workspaceFolder}/run` },
    },
  });
  write(
    path.join(cwd, '.vscode/mcp.json'),
    `{
  // asked once
  "inputs": [{ "type": "promptString", "id": "key", "description": "Key", "password": true }],
  "servers": {
    "code-asks": { "type": "http", "url": "https://code.example/mcp", "headers": { "Authorization": "Bearer \${input:key}" } },
    "code": { "type": "stdio", "command": "node", "args": ["x.js"], "envFile": ".env", "env": { "A": "\${env:A_KEY}" } },
  }
}
`,
  );
  sample(path.join(home, '.gemini/settings.json'), {
    theme: 'Default',
    mcpServers: {
      'gemini-far': { httpUrl: 'https://gemini.example/mcp', headers: { 'X-Key': '$GEMINI_X' }, timeout: 5000 },
      'gemini-local': { command: 'g', cwd: './g', trust: true, includeTools: ['a'], excludeTools: ['b'] },
    },
  });
  write(
    path.join(cwd, 'opencode.jsonc'),
    `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "oc-local": { "type": "local", "command": ["bun", "x", "oc"], "environment": { "K": "{env:OC_KEY}" }, "enabled": false },
    "oc-far": { "type": "remote", "url": "https://oc.example/mcp", "headers": { "A": "{file:~/.secret}" } },
  },
}
`,
  );
  sample(path.join(home, '.copilot/mcp-config.json'), {
    mcpServers: {
      copilot: {
        type: 'local',
        command: 'npx',
        args: ['c$p'],
        env: { T: '$CP_TOKEN', U: `\${CP_URL:-x}` },
        tools: ['*'],
      },
    },
  });
  writeListedSamples(home, cwd);
}

/** Writes files of the hosts whose servers can only be imported. */
function writeListedSamples(home: string, cwd: string): void {
  const servers = (file: string, mcpServers: object): void => write(file, JSON.stringify({ mcpServers }, null, 2));
  servers(path.join(home, '.codeium/windsurf/mcp_config.json'), {
    'ws-far': { serverUrl: 'https://ws.example/mcp', headers: { A: `Bearer \${env:WS_TOKEN}` }, disabledTools: ['rm'] },
    'ws-file': { serverUrl: 'https://ws.example/mcp', headers: { A: `\${file:~/.secret}` } },
  });
  write(
    path.join(home, '.config/zed/settings.json'),
    `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "zed-local": { "source": "custom", "enabled": false, "command": "z", "args": ["$X", "\${Y}"], "env": {}, "timeout": 30 },
    "zed-old": { "command": { "path": "old", "args": ["-v"], "env": { "K": "v" } }, "settings": {} },
    "zed-far": { "url": "https://zed.example/mcp", "oauth": { "client_id": "me" } },
    "zed-extension": { "source": "extension", "settings": {} }, /* brought by Zed */
  },
}
`,
  );
  const cline = 'saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
  servers(path.join(home, '.config/Code/User/globalStorage', cline), {
    'cline-off': { command: 'c', disabled: true, autoApprove: ['x'], timeout: 60 },
    'cline-far': { type: 'streamableHttp', url: 'https://cline.example/mcp', disabled: false },
    'cline-sse': { type: 'sse', url: 'https://cline.example/sse' },
  });
  servers(path.join(home, '.cline/data/settings/cline_mcp_settings.json'), { 'cline-cli': { command: 'cli' } });
  servers(path.join(home, '.kiro/settings/mcp.json'), {
    kiro: { url: 'https://kiro.example/mcp', headers: { A: `\${KIRO}` }, disabled: true, autoApprove: [] },
  });
  servers(path.join(cwd, '.kiro/settings/mcp.json'), {
    'kiro-project': { command: 'k', disabledTools: ['w'], disabled: false },
  });
  servers(path.join(home, '.aws/amazonq/mcp.json'), { q: { command: 'q', timeout: 1000, disabled: true } });
  servers(path.join(cwd, '.amazonq/mcp.json'), { 'q-project': { command: 'qp', env: { A: `\${env:Q_A}` } } });
  servers(path.join(home, '.lmstudio/mcp.json'), { lm: { url: 'https://lm.example/mcp' } });
  servers(path.join(home, '.factory/mcp.json'), { droid: { type: 'http', url: 'https://d.example/', disabled: true } });
  servers(path.join(cwd, '.factory/mcp.json'), { 'droid-project': { type: 'stdio', command: 'd', disabled: false } });
  write(
    path.join(home, '.qwen/settings.json'),
    JSON.stringify({
      mcp: { excluded: ['qwen-off'] },
      mcpServers: {
        'qwen-far': { httpUrl: 'https://qwen.example/mcp', url: 'https://qwen.example/sse', headers: { A: '$QWEN' } },
        'qwen-off': { command: 'qw', includeTools: ['a'], excludeTools: ['b'] },
      },
    }),
  );
  servers(path.join(cwd, '.qwen/settings.json'), { 'qwen-project': { command: 'qp' } });
  servers(path.join(cwd, '.qwen/settings.local.json'), { 'qwen-own': { command: 'qo' } });
}
