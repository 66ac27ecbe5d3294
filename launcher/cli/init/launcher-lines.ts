import type { LastingCopy, LastingLaunch } from '../../setup/lasting/lasting-launch.ts';
import { unifiedDiff } from '../../setup/unified-diff.ts';

/** Lists the files that let agents find mcp-pruner after an update. With `--dry-run`, shows a diff of them. */
export function toLauncherLines(
  { script, copy }: LastingLaunch,
  before: string | undefined,
  dryRun: boolean,
): readonly string[] {
  const copied = copy && [dryRun ? `Would copy ${toCopied(copy)}` : `Copied ${toCopied(copy)}`];
  if (script === undefined || before === script.text) return copied ?? [];
  const said = dryRun
    ? [`# ${script.path} would be written`, ...unifiedDiff(script.path, before, script.text)]
    : [`Wrote ${script.path}, which agents start, because the paths of Node or mcp-pruner change with each update`];
  return [...(copied ?? []), ...said];
}

function toCopied({ parts, to }: LastingCopy): string {
  return parts === 'plugin'
    ? `the plugin for opencode to ${to}, because the path of this package changes with each update; run \`init\` of a newer version to update it`
    : `the server to ${to}, because this copy is in a cache that may be cleared; run \`init\` of a newer version to update it`;
}
