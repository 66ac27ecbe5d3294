import { askProgram } from '../../setup/ask-program.ts';
import type { FoundSetup, OwnServer } from '../../setup/find-setups.ts';
import { undoAdditions } from '../../setup/undo-additions.ts';
import type { Check, CheckResult, Installation } from './check.ts';
import { serverOff } from './switched-off.ts';

/** Max time for a host to list its servers, in milliseconds. Opencode migrates its database first. */
const LIST_MS = 30_000;

/**
 * Checks whether the hosts themselves report that they reach us in the folder where `doctor` runs. An entry in their
 * files may not be approved or trusted there.
 */
export const checkListed: Check = async (installation) => {
  const listed = await Promise.all(installation.setups.map((setup) => listedBy(setup, installation)));
  return listed.flat();
};

/** Finds our servers in a host's list. Empty if the host has no list, is missing, or must not start them. */
export async function listedBy(
  { host, servers }: FoundSetup,
  installation: Pick<Installation, 'cwd' | 'env' | 'stop' | 'places'>,
): Promise<readonly CheckResult[]> {
  const { title, program, listing } = host.setup;
  const id = `${host.name}-list`;
  const off = await Promise.all(servers.map((server) => serverOff(host, server, installation.places)));
  const asked = servers.filter(({ enabled }, at) => enabled && off[at] === undefined);
  // A host's files may exist without its program.
  if (asked.length === 0 || listing === undefined) return [];
  const ask = () => askProgram({ ...installation, program, args: listing, stderr: true, timeoutMs: LIST_MS });
  const { places } = installation;
  const list = await (places === undefined ? ask() : undoAdditions(host, places, ask));
  if (list.kind === 'missing') return [];
  const command = [program, ...listing].join(' ');
  const unknown = (why: string): CheckResult => {
    const message = `cannot check if ${title} reaches mcp-pruner: \`${command}\` ${why}`;
    return { id, status: 'INFO', message };
  };
  if (list.kind === 'late') return [unknown(`did not end within ${LIST_MS / 1000} s`)];
  if (list.kind === 'not_started') return [unknown(`cannot be started (${list.errno})`)];
  const { text, exitCode } = list;
  return asked.map((server) => {
    const line = lineOf(server.name, text);
    // The host's version may not support an option.
    if (line === undefined && exitCode !== 0) return unknown(`exited with ${exitCode}`);
    return toFinding({ id, title, command, list: text, line }, server);
  });
}

const lineOf = (name: string, list: string): string | undefined =>
  list.split('\n').find((one) => new RegExp(`(?:^|[\\s○●✓✔✗])${escaped(name)}(?=[\\s:])`).test(one));

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  readonly list: string;
  /** Line of the list with our server. */
  readonly line: string | undefined;
}

/** Phrases in hosts' output for servers that cannot be used now. */
const REFUSED = /\b(?:disabled|not connected|disconnected|failed|error|needs|rejected)\b|[✗✘]/i;
const PENDING = /\b(?:pending|unapproved)\b/i;
const UNTRUSTED = /\buntrusted\b/i;

function toFinding({ id, title, command, list, line }: Listed, { name }: Pick<OwnServer, 'name'>): CheckResult {
  if (line === undefined) {
    return {
      id,
      status: 'WARN',
      message: `${title} does not list mcp-pruner here: \`${command}\``,
      fix: restart(title),
    };
  }
  // Skip the command, which may contain any of these words.
  const said = line.slice(Math.max(line.lastIndexOf(' - '), line.indexOf(name) + name.length)).replace(/^[\s:-]+/, '');
  if (PENDING.test(said)) {
    const message = `${title} waits for your approval to start mcp-pruner in this folder`;
    return { id, status: 'WARN', message, fix: `start ${title} here, and approve the server` };
  }
  if (!REFUSED.test(said))
    return { id, status: 'PASS', message: `${title} reaches mcp-pruner, according to \`${command}\`` };
  if (UNTRUSTED.test(list)) {
    const message = `${title} does not start mcp-pruner in this folder, because it does not trust the folder`;
    return { id, status: 'WARN', message, fix: `start ${title} here, and trust the folder` };
  }
  return {
    id,
    status: 'FAIL',
    message: `${title} does not reach mcp-pruner: ${said.trim()}`,
    fix: `see \`${command}\``,
  };
}

const restart = (title: string): string => `restart ${title}, and approve the server if asked`;
const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
