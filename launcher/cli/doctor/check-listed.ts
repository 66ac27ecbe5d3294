import { askProgram } from '../../setup/ask-program.ts';
import type { FoundServer, FoundSetup } from '../../setup/find-setups.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Max time for a host to list its servers, in milliseconds. Opencode migrates its database first. */
const LIST_MS = 30_000;

/**
 * Checks what the hosts themselves report about reaching us in the folder where `doctor` runs. An entry in their files
 * may not be approved or trusted there.
 */
export const checkListed: Check = async (installation) => {
  const listed = await Promise.all(installation.setups.map((setup) => listedBy(setup, installation)));
  return listed.flat();
};

async function listedBy({ host, servers }: FoundSetup, installation: Installation): Promise<readonly CheckResult[]> {
  const { title, program, listing } = host.setup;
  const id = `${host.name}-list`;
  const asked = servers.filter(({ enabled }) => enabled);
  // A host's files may exist without its program.
  if (asked.length === 0 || listing === undefined) return [];
  const list = await askProgram({ ...installation, program, args: listing, stderr: true, timeoutMs: LIST_MS });
  if (list.kind === 'missing') return [];
  const command = [program, ...listing].join(' ');
  if (list.kind !== 'said') {
    const why = list.kind === 'late' ? `did not end within ${LIST_MS / 1000} s` : `cannot be started (${list.errno})`;
    const message = `\`${command}\` ${why}`;
    return [{ id, status: 'INFO', message: `whether ${title} reaches mcp-pruner cannot be told: ${message}` }];
  }
  const { text } = list;
  return asked.map((server) => toFinding({ id, title, command, list: text }, server));
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  readonly list: string;
}

/** Phrases in hosts' output for servers that cannot be used now. */
const REFUSED = /\b(?:disabled|not connected|disconnected|failed|error|needs|pending|rejected|unapproved)\b|[✗✘]/i;
const UNTRUSTED = /\buntrusted\b/i;

function toFinding({ id, title, command, list }: Listed, { name }: Pick<FoundServer, 'name'>): CheckResult {
  const line = list.split('\n').find((one) => new RegExp(`(?:^|[\\s○●✓✔✗])${escaped(name)}(?=[\\s:])`).test(one));
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
  if (!REFUSED.test(said)) return { id, status: 'PASS', message: `${title} reaches mcp-pruner, says \`${command}\`` };
  if (UNTRUSTED.test(list)) {
    const message = `${title} does not start mcp-pruner in this folder, which it was not told to trust`;
    return { id, status: 'WARN', message, fix: `start ${title} here, and trust the folder` };
  }
  return {
    id,
    status: 'FAIL',
    message: `${title} does not reach mcp-pruner: ${said.trim()}`,
    fix: `see \`${command}\``,
  };
}

const restart = (title: string): string => `restart ${title}, and approve the server if it asks`;
const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
