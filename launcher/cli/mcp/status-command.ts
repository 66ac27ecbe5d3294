import { TASK_ONLY } from '../../gateway/catalog/task-only.ts';
import type { LauncherStatus, ServerStatus, WaitingCall } from '../../gateway/status/server-status.ts';
import { readStatuses } from '../../gateway/status/status-file.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { alignRows } from '../align-rows.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';

const HEAD = ['NAME', 'STATE', 'TOOLS', 'CALLS', 'FAILED', 'LOST', 'MEAN', 'TEXT', 'FAULT'];

/** Shows the state of the servers in every running launcher. Exit code 1 if a server has failed. */
export async function runStatus({ env, cwd, stdout, stderr }: CommandContext, given: GivenOptions): Promise<number> {
  const running = readStatuses(homeFolder(env, cwd));
  if (given['json'] === true) stdout.write(jsonLine({ running }));
  else if (running.length === 0)
    stderr.write('No agent runs mcp-pruner with servers now; mcp-pruner mcp test NAME tests one\n');
  else stdout.write(running.map(toText).join('\n'));
  return running.some(({ servers }) => servers.some(({ state }) => state === 'failed')) ? 1 : 0;
}

function toText({ pid, root, started, servers }: LauncherStatus): string {
  const rows = alignRows([HEAD, ...servers.map(toRow)]);
  return [
    `${printable(String(root))} (process ${pid}, since ${printable(String(started))})`,
    ...rows.map((row) => `  ${row}`),
    '',
  ].join('\n');
}

function toRow({
  name,
  state,
  tools,
  isOld = false,
  calls,
  failed,
  lost,
  durationMs,
  bytes,
  fault,
  taskOnly = [],
  waiting = [],
}: ServerStatus): string[] {
  const mean = calls === 0 ? '-' : `${Math.round(durationMs / calls)} ms`;
  const counts = [isOld ? 'old' : String(tools), ...[calls, failed, lost].map(String)];
  return [
    printable(name),
    printable(String(state)),
    ...counts,
    mean,
    `${(bytes / 1024).toFixed(1)} KiB`,
    printable(
      [state === 'disabled' ? toDisabled(name) : fault, ...taskOnly.map(toTaskOnly), ...waiting.map(toWaiting)]
        .filter((one) => one !== undefined)
        .join('; '),
    ),
  ];
}

const toDisabled = (name: string): string =>
  `disabled in its configuration; to enable it: mcp-pruner mcp enable ${shellWord(name)}`;

const toTaskOnly = (tool: string): string => `${tool} cannot be called: ${TASK_ONLY}`;

function toWaiting({ tool, waitingMs, answersPing }: WaitingCall): string {
  const ping = answersPing ? '' : ', and a ping is not answered';
  return `${tool} has not answered for ${Math.round(waitingMs / 60_000)} min${ping}`;
}
