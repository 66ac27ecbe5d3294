import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { claudeUser } from './claude-user.ts';
import { codexUser } from './codex-user.ts';
import { awaitLists } from './files-behind.ts';
import { NODE, ROOT } from './installed.ts';
import { clientIn, recordedServer } from './recorder.ts';

const MEET = 'mcp_meeting_meet';
const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'mcp__pruner'] } });

/** Sets up both hosts of one user, with a shared server behind the launcher of each. */
function bothHosts() {
  const home = tempDir();
  const prunerHome = path.join(home, 'pruner');
  mkdirSync(prunerHome);
  const pids = path.join(home, 'pids');
  const records = { claude: path.join(home, 'claude.jsonl'), codex: path.join(home, 'codex.jsonl') };
  const meeting = {
    ...{ command: NODE, args: [`${ROOT}test/support/mcp-servers/meeting-server.mjs`], env: { PIDS: pids } },
    ...{ cwd: home, shared: true, timeout: 30_000 },
  };
  writeFileSync(path.join(prunerHome, 'mcp-config.json'), JSON.stringify({ mcpServers: { meeting } }), { mode: 0o600 });

  const env = { PRUNER_URL: 'embedded', MCP_PRUNER_HOME: prunerHome };
  const claude = claudeUser(home, SETTINGS);
  const entry = { type: 'stdio', command: NODE, args: recordedServer(records.claude), env };
  writeFileSync(path.join(home, '.claude.json'), JSON.stringify({ mcpServers: { pruner: entry } }));
  const codex = codexUser(home);
  const settings = `sandbox_mode = "danger-full-access"

[mcp_servers.pruner]
command = ${JSON.stringify(NODE)}
args = ${JSON.stringify(recordedServer(records.codex))}
env = { PRUNER_URL = "embedded", MCP_PRUNER_HOME = ${JSON.stringify(prunerHome)} }
`;
  writeFileSync(path.join(codex.codexHome, 'config.toml'), settings);
  const serverPids = () => readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  return { prunerHome, claude, codex, records, serverPids };
}

/** Starts the shared gateway for both hosts, which would otherwise start one themselves. */
function startGateway(prunerHome: string): void {
  const gateway = spawn(NODE, [`${ROOT}dist/index.js`, 'gateway'], {
    env: { PATH: process.env['PATH'], HOME: prunerHome, MCP_PRUNER_HOME: prunerHome },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => gateway.once('close', resolve));
    gateway.kill();
    await ended;
  });
}

test('Claude Code and Codex, each in its own version of MCP, call one process of a shared server at once', async () => {
  const { prunerHome, claude, codex, records, serverPids } = bothHosts();
  startGateway(prunerHome);
  const ofClaude = claude.ask('Meet the other.', [
    { tool: 'Bash', input: { command: awaitLists(prunerHome), description: 'Wait for the server' } },
    // Gives the client another turn in which to list the tools again.
    { tool: 'mcp__pruner__grep', input: { pattern: 'nothing', path: '.' } },
    { tool: `mcp__pruner__${MEET}`, input: { who: 'claude' } },
  ]);
  // Codex lists tools once, so start it when the tools are known.
  await until(async () => existsSync(path.join(prunerHome, 'gateway', 'lists.json')) || undefined);
  const ofCodex = codex.ask('Meet the other.', [{ tool: `mcp__pruner__${MEET}`, input: { who: 'codex' } }]);
  const [claudeAnswers, codexAnswers] = await Promise.all([ofClaude, ofCodex]);

  // The server answered neither client before both had called.
  const [pid, ...others] = serverPids();
  expect(claudeAnswers.at(-1)).toContain(`claude: process ${pid} has met claude and codex`);
  expect(codexAnswers.at(-1)).toContain(`codex: process ${pid} has met claude and codex`);
  expect(others).toEqual([]);
  expect(clientIn(records.claude)).toMatchObject({ name: 'claude-code', protocol: '2026-07-28' });
  expect(clientIn(records.codex)).toMatchObject({ name: 'codex-mcp-client', protocol: '2025-06-18' });
}, 90_000);
