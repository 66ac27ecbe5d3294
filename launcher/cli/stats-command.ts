import path from 'node:path';
import { artifactsFolder, openArtifacts } from '../artifacts/open-artifacts.ts';
import { homeFolder } from '../config/config.ts';
import { readStatuses } from '../gateway/status/status-file.ts';
import { type ServerSum, sumServers } from '../gateway/status/sum-servers.ts';
import { alignRows } from './align-rows.ts';
import type { CommandContext, GivenOptions } from './command.ts';
import { printable } from './printable.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the server has stored, how much it may, and what it has called other servers for. */
export async function runStats({ env, cwd, stdout, stderr }: CommandContext, given: GivenOptions): Promise<number> {
  const home = homeFolder(env, cwd);
  const folder = artifactsFolder(home);
  try {
    const usage = await openArtifacts({ home, redact: false }).usage();
    const { artifacts, bytes, maxBytes, ttlMs } = usage;
    const servers = sumServers(readStatuses(home));
    stdout.write(
      given['json'] === true
        ? `${JSON.stringify({ artifacts: { folder, ...usage }, servers })}\n`
        : `Artifacts in ${path.resolve(folder)}\n  ${artifacts} kept, ${toSize(bytes)} of ${toSize(maxBytes)}; each for ${ttlMs / DAY_MS} days after its last storing, the least used go first\n${toLines(servers)}`,
    );
    return 0;
  } catch (error) {
    stderr.write(`mcp-pruner: cannot tell what is stored: ${(error as Error).message}\n`);
    return 1;
  }
}

/** Of agents that run now; nothing where no server was called. */
function toLines(servers: readonly ServerSum[]): string {
  const called = servers.filter(({ calls }) => calls > 0);
  if (called.length === 0) return '';
  const rows = called.map(({ name, calls, failed, bytes }) => {
    const failures = failed === 0 ? '' : `, ${failed} failed`;
    return [`  ${printable(name)}`, `${calls} calls${failures}, ${toSize(bytes)} of text`];
  });
  return `Other servers, called by the agents that run now\n${alignRows(rows).join('\n')}\n`;
}

function toSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
