import { shellWord } from '../../platform/text/shell-word.ts';
import type { FileOutcome } from '../../setup/files/outcome.ts';
import { SETUP_HOSTS } from '../../setup/find-hosts.ts';
import { isSecretName, maskedLine } from '../../setup/masked-line.ts';
import { unifiedDiff } from '../../setup/unified-diff.ts';
import type { InitRequest } from './init-request.ts';

const SAID = {
  written: ['Wrote', 'would be written'],
  same: ['Nothing to do in', 'stays unchanged'],
  restored: ['Restored', 'would be restored'],
  removed: ['Took mcp-pruner out of', 'would be edited'],
  failed: ['', ''],
} as const;

/** Formats a file's outcome for people. With `--dry-run` it is a diff in which possible secrets are masked. */
export function toFileLines(outcome: FileOutcome, request: InitRequest): readonly string[] {
  const { plan, result, brought = [] } = outcome;
  if (result === 'failed') return [];
  const titles = titlesOf(plan.hosts);
  const removed = request.dryRun ? 'Would remove' : 'Removed';
  const also = brought.map((file) => `${removed} ${file}, which ${titles} had written because of mcp-pruner’s hooks`);
  // Uninstalling tries every possible file, so most have nothing to remove.
  const isUntouched = request.uninstall && result === 'same';
  return isUntouched ? also : [...editLines(outcome, titles, request), ...also];
}

function editLines(
  { plan, result, before, after, backup }: FileOutcome,
  titles: string,
  { dryRun, uninstall }: InitRequest,
): readonly string[] {
  const [done, would] = SAID[result];
  if (!dryRun) {
    const kept = backup === undefined ? '' : `; as it was: ${backup}`;
    const gone = after === undefined && uninstall ? ', which was not there before' : '';
    return [`${done} ${plan.path} (${titles})${gone}${kept}`];
  }
  const diff = unifiedDiff(plan.path, before?.replaceAll('\r\n', '\n'), after?.replaceAll('\r\n', '\n'));
  return [`# ${titles}: ${plan.path} ${would}`, ...diff.map(maskedLine)];
}

export function toFileWarnings({ plan, result, why, mode = 0 }: FileOutcome, { env }: InitRequest): readonly string[] {
  if (result === 'failed') {
    return [`cannot edit ${JSON.stringify(plan.path)} (${titlesOf(plan.hosts)}): ${why ?? 'an unknown error'}`];
  }
  const secrets = plan.parts.some(({ kind }) => kind === 'json' || kind === 'toml')
    ? Object.keys(env).filter(isSecretName)
    : [];
  if (secrets.length === 0 || (mode & 0o044) === 0 || process.platform === 'win32') return [];
  return [
    `other users can read ${plan.path}, which now contains ${secrets.join(', ')}: chmod 600 ${shellWord(plan.path)}`,
  ];
}

export function toFileJson({ plan: { path, hosts }, result, why, backup, brought }: FileOutcome): object {
  return { path, hosts, result, why, backup, brought };
}

function titlesOf(names: readonly string[]): string {
  return SETUP_HOSTS.filter(({ name }) => names.includes(name))
    .map(({ setup }) => setup.title)
    .join(', ');
}
