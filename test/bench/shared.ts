import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IDLE_MS } from '../../launcher/platform/process/idle-collector.ts';
import { NODE, ROOT } from '../runtime/started.ts';
import { callTool, initialize, type McpSession, spawnServer } from './mcp-session.ts';

const FILES = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const AGENTS = 5;
const SERVERS = 5;
const CALLS = 200;

interface Measured {
  /** Number of processes, and the memory that they share with no other process (proportional set size), in MB. */
  readonly processes: number;
  readonly megabytes: number;
  /** The same memory after agents have been idle for a while. */
  readonly idle: number;
  /** Median milliseconds of a call. */
  readonly call: number;
}

/** `node test/bench/shared.ts`: five agents with five servers each, with separate servers and with shared ones. */
async function measure(shared: boolean): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-shared-'));
  const home = path.join(folder, 'h');
  mkdirSync(home);
  writeFileSync(path.join(folder, 'a.txt'), 'one\n');
  const names = Array.from({ length: SERVERS }, (_, i) => `s${i}`);
  const entryOf = (name: string): object => ({ command: NODE, args: [FILES, folder], env: { NAME: name }, shared });
  const mcpServers = Object.fromEntries(names.map((name) => [name, entryOf(name)]));
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  // All descendant processes inherit this variable.
  const mark = `XDG_MEASURED=${path.basename(folder)}`;
  const settings = { MCP_PRUNER_HOME: home, MCP_PRUNER_CWD: folder, PRUNER_URL: 'embedded', MCP_PRUNER_LAZY: 'off' };
  const env = { ...settings, MCP_PRUNER_LEDGER: 'off', XDG_MEASURED: path.basename(folder) };
  const agents: McpSession[] = [];
  try {
    for (let i = 0; i < AGENTS; i++) {
      const agent = spawnServer([NODE, `${ROOT}dist/index.js`], env);
      agents.push(agent);
      await initialize(agent);
      for (const name of names) await callTool(agent, `mcp_${name}_read_text_file`, { path: `${folder}/a.txt` });
    }
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const from = performance.now();
      await callTool(agents[0] as McpSession, 'mcp_s0_read_text_file', { path: `${folder}/a.txt` });
      times.push(performance.now() - from);
    }
    const all = pidsWith(mark);
    const held = (): number => all.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1024;
    const megabytes = held();
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS + 3000));
    return { processes: all.length, megabytes, idle: held(), call: times.sort((a, b) => a - b)[CALLS >> 1] as number };
  } finally {
    await Promise.all(agents.map((agent) => agent.close()));
    for (const pid of pidsWith(mark)) process.kill(pid, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function pidsWith(mark: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(mark)).map(Number);
}

/** Returns the memory in kB. Linux divides shared pages among the processes that share them. */
function memoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

if (import.meta.main) {
  const own = await measure(false);
  const shared = await measure(true);
  console.log({
    own,
    shared,
    memory: shared.megabytes / own.megabytes,
    idle: shared.idle / own.idle,
    call: shared.call - own.call,
  });
}
