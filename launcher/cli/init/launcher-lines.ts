import type { LastingLaunch } from '../../setup/lasting/lasting-launch.ts';
import { unifiedDiff } from '../../setup/unified-diff.ts';

/** What was written so that agents find mcp-pruner after an update; for `--dry-run` as a diff. */
export function toLauncherLines(
  { script, copy }: LastingLaunch,
  before: string | undefined,
  dryRun: boolean,
): readonly string[] {
  const copied = copy && [
    `${dryRun ? 'Would copy' : 'Copied'} the server to ${copy.to}: this copy of it lies in a cache that may be cleared; run \`init\` of a newer one to update it`,
  ];
  if (script === undefined || before === script.text) return copied ?? [];
  const said = dryRun
    ? [`# ${script.path} would be written`, ...unifiedDiff(script.path, before, script.text)]
    : [`Wrote ${script.path}, which agents start: the paths of Node or of mcp-pruner change with each update`];
  return [...(copied ?? []), ...said];
}
