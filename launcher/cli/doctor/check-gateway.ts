import { heldTools } from '../../gateway/approval/held-tools.ts';
import { configLocation } from '../../gateway/config/config-location.ts';
import { type LoadedSources, loadSources } from '../../gateway/config/load-sources.ts';
import { storedSignIns } from '../../gateway/sign-in/stored-sign-ins.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { connectServer } from '../connect-server.ts';
import { lazyNotice } from '../mcp/lazy-notice.ts';
import { type TriedTool, tryServer } from '../mcp/try-server.ts';
import { whatToDo } from '../mcp/what-to-do.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Checks that the configuration of the other servers is valid. */
export const checkGateway: Check = async ({ env, cwd }) => {
  const file = configLocation(env, cwd).user;
  const loaded = await loadSources({ user: file, project: undefined });
  const { servers, warnings, faults } = loaded;
  const id = 'gateway';
  const bad = servers.flatMap((server) => (server.ok ? [] : server.issues));
  const found: CheckResult[] = [
    ...faults.map(({ message }): CheckResult => ({ id, status: 'FAIL', message, fix: `edit ${file} by hand` })),
    ...bad.map(
      ({ message }): CheckResult => ({ id, status: 'FAIL', message, fix: `fix ${file}, then run mcp-pruner mcp list` }),
    ),
    ...warnings.map(({ message }): CheckResult => {
      const fix = message.includes('chmod')
        ? `chmod 600 ${shellWord(file)}`
        : `fix ${file}, then run mcp-pruner mcp list`;
      return { id, status: 'WARN', message, fix };
    }),
  ];
  if (found.length > 0) return found;
  const count = servers.length === 0 ? 'no other servers configured' : `${servers.length} configured, no problems`;
  const notice = await lazyNotice({ env, cwd }, servers);
  const lazy: readonly CheckResult[] = notice === undefined ? [] : [{ id: 'lazy', status: 'INFO', message: notice }];
  return [
    { id, status: 'PASS', message: `other servers: ${count}` },
    ...lazy,
    ...(await heldBack(homeFolder(env, cwd), loaded)),
  ];
};

/** Reports tools that wait for the user's approval. */
async function heldBack(home: string, sources: LoadedSources): Promise<readonly CheckResult[]> {
  const id = 'approval';
  const fix = 'mcp-pruner mcp approve';
  try {
    const held = await heldTools(home, sources);
    return held.length === 0 ? [] : [{ id, status: 'WARN', message: `${held.length} tools are held back`, fix }];
  } catch (error) {
    return [{ id, status: 'FAIL', message: (error as Error).message, fix }];
  }
}

/** Checks that the servers can be reached, by starting or calling each one. */
export const checkServers: Check = async (installation) => {
  const file = configLocation(installation.env, installation.cwd).user;
  const { servers } = await loadSources({ user: file, project: undefined });
  const usable = servers.flatMap((server) => (server.ok && server.config.enabled ? [server] : []));
  return Promise.all(usable.map((server) => reach(server, installation)));
};

type Usable = Parameters<typeof connectServer>[0] & { readonly ok: true };

async function reach(server: Usable, { env, cwd, version, timers, stop }: Installation): Promise<CheckResult> {
  const { name, config } = server;
  const id = 'server';
  const test = `mcp-pruner mcp test ${shellWord(name)}`;
  const signIns = storedSignIns(homeFolder(env, cwd));
  const connection = connectServer(server, { env, cwd, timers, version, signIns });
  try {
    const { connectedMs, tools, instructionTokens } = await tryServer(connection, config, stop, timers.now);
    const offered = tools.filter((tool) => tool.offered);
    const tokens = offered.reduce((sum, tool) => sum + tool.tokens, 0);
    const said = instructionTokens === 0 ? '' : `, ${instructionTokens} of instructions`;
    const mended = offered.filter((tool) => tool.mended).length;
    const count = `${offered.length} tools${mended === 0 ? '' : ` (${mended} with a mended schema)`}`;
    const message = `${JSON.stringify(name)} connected in ${connectedMs} ms: ${count}, ${tokens} tokens of definitions${said}`;
    const left = aboutLeftOut(tools);
    if (left === undefined) return { id, status: 'PASS', message };
    return { id, status: 'WARN', message: `${message}; ${left}`, fix: test };
  } catch (error) {
    const why = stop.aborted ? 'stopped' : whatToDo(error, name, config, env);
    return { id, status: 'FAIL', message: `${JSON.stringify(name)}: ${why}`, fix: test };
  } finally {
    await connection.close();
  }
}

/** Max names of left-out tools to show. */
const MAX_NAMED = 3;

/** Names the tools that agents do not get, with the reasons; undefined if there are none. */
function aboutLeftOut(tools: readonly TriedTool[]): string | undefined {
  const leftOut = tools.filter((tool) => tool.leftOut !== undefined);
  if (leftOut.length === 0) return undefined;
  const named = leftOut.slice(0, MAX_NAMED).map(({ name, leftOut: why }) => `${JSON.stringify(name)} (${why})`);
  const more = leftOut.length > MAX_NAMED ? [`${leftOut.length - MAX_NAMED} more`] : [];
  return `${leftOut.length} left out: ${[...named, ...more].join(', ')}`;
}
