import path from 'node:path';
import { artifactsFolder, openArtifacts } from '../artifacts/open-artifacts.ts';
import { homeFolder } from '../config/config.ts';
import type { CommandContext, GivenOptions } from './command.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the server has stored, and how much it may. */
export async function runStats({ env, cwd, stdout, stderr }: CommandContext, given: GivenOptions): Promise<number> {
  const home = homeFolder(env, cwd);
  const folder = artifactsFolder(home);
  try {
    const usage = await openArtifacts({ home, redact: false }).usage();
    const { artifacts, bytes, maxBytes, ttlMs } = usage;
    stdout.write(
      given['json'] === true
        ? `${JSON.stringify({ artifacts: { folder, ...usage } })}\n`
        : `Artifacts in ${path.resolve(folder)}\n  ${artifacts} kept, ${toSize(bytes)} of ${toSize(maxBytes)}; each for ${ttlMs / DAY_MS} days after its last storing, the least used go first\n`,
    );
    return 0;
  } catch (error) {
    stderr.write(`mcp-pruner: cannot tell what is stored: ${(error as Error).message}\n`);
    return 1;
  }
}

function toSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
