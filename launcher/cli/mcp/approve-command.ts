import { textsOf } from '../../gateway/approval/approvals.ts';
import { openApprovedFile } from '../../gateway/approval/approved-file.ts';
import { type HeldTool, heldTools } from '../../gateway/approval/held-tools.ts';
import { type LoadedSources, loadSources } from '../../gateway/config/load-sources.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { systemTimers } from '../../platform/timers.ts';
import { unifiedDiff } from '../../setup/unified-diff.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { configuredIn } from './configured-in.ts';
import { configuredServer } from './configured-server.ts';
import { sayFailure } from './say-failure.ts';

/** Shows the tools that are held back, with their changes. If a server is named, approves its tools. */
export async function runApprove(
  context: CommandContext,
  given: GivenOptions,
  [name]: readonly string[],
): Promise<number> {
  const { env, cwd, stdout, stderr } = context;
  if (name !== undefined) {
    const server = await configuredServer(context, given, name);
    if (!server.ok) return sayFailure(context, given, name, server.message);
  }
  const sources = await loadSources(configuredIn(context, given));
  const home = homeFolder(env, cwd);
  const file = openApprovedFile(home, systemTimers);
  const only = given['tool'] as string | undefined;
  try {
    const pending = (await heldTools(home, sources)).filter(
      ({ server, tool }) => server === (name ?? server) && tool.name === (only ?? tool.name),
    );
    const approved = name !== undefined;
    if (only !== undefined && pending.length === 0) {
      return sayFailure(context, given, name, `cannot approve ${JSON.stringify(only)}: no such tool is held back`);
    }
    if (given['json'] !== true) for (const one of pending) stdout.write(toText(one));
    if (name !== undefined && pending.length > 0) {
      // Approve exactly the texts that were shown, not what the server may list in the meantime.
      await file.update(name, (known) => ({ ...known, ...textsOf(pending.map(({ tool }) => tool)) }));
    }
    if (given['json'] === true) {
      const shown = pending.map(({ server, tool, reason, ...texts }) => ({
        server,
        tool: tool.name,
        reason,
        ...texts,
      }));
      stdout.write(jsonLine({ approve: sources.approve ?? 'off', approved, tools: shown }));
    } else stderr.write(`${endOf(pending, name, sources)}\n`);
    return 0;
  } catch (error) {
    return sayFailure(context, given, name, (error as Error).message);
  }
}

function toText({ server, tool, reason, before, now }: HeldTool): string {
  const diff = unifiedDiff(tool.name, before, now);
  const lines = [`${server}: ${tool.name} (${reason})`, ...diff.map((line) => `  ${line}`)];
  return `${lines.map(printable).join('\n')}\n\n`;
}

function endOf(pending: readonly HeldTool[], name: string | undefined, { approve = 'off' }: LoadedSources): string {
  const count = `${pending.length} ${pending.length === 1 ? 'tool' : 'tools'}`;
  if (pending.length > 0 && name !== undefined) return `Approved ${count} of ${printable(name)}`;
  if (pending.length > 0) {
    const servers = [...new Set(pending.map(({ server }) => server))];
    const commands = servers.map((server) => `mcp-pruner mcp approve ${printable(shellWord(server))}`);
    return `${count} held back; to approve: ${commands.join(', ')}`;
  }
  if (approve === 'off') return 'Nothing is held back: "approve" of the configuration is "off"';
  return 'No listed tool is held back; mcp-pruner mcp test NAME updates the list';
}
