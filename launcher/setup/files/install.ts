import { existsSync } from 'node:fs';
import { whyNotStored } from '../../platform/paths/why-not-stored.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { putPart } from '../edit/edit-part.ts';
import { placeOf } from '../edit/part.ts';
import { takeTables } from '../edit/take-tables.ts';
import type { FilePlan } from './file-plan.ts';
import type { FileOutcome } from './outcome.ts';
import { readText, type TextFile } from './read-text.ts';
import type { Record, Records } from './records.ts';
import { withoutParts } from './without-parts.ts';
import { removeParts, writeText } from './write-text.ts';

export interface InstallOptions {
  readonly records: Records;
  /** True if a server of the same name that is not ours may be replaced. */
  readonly force: boolean;
  /** True to write nothing. */
  readonly dryRun: boolean;
}

/** Inserts our parts into a file. */
export async function install(plan: FilePlan, { records, force, dryRun }: InstallOptions): Promise<FileOutcome> {
  const fail = (why: string): FileOutcome => ({ plan, result: 'failed', why });
  const file = await readText(plan.path);
  if (!file.ok) return fail(file.why);
  if (!dryRun) await removeParts(file);
  const known = await records.read(file.target);
  const bare = await withoutFormer(file.text, plan, known);
  if (!bare.ok) return fail(bare.why);
  let { text } = bare;
  for (const part of plan.parts) {
    const put = await putPart(text, part, force);
    if (!put.ok) return fail(put.why);
    text = put.text;
  }
  if (text === undefined || text === file.text) return { plan, result: 'same', before: file.text, after: file.text };
  if (file.locked !== undefined) return fail(file.locked);
  const outcome = { plan, result: 'written', before: file.text, after: text } as const;
  if (dryRun) return outcome;
  const record = await recordOf(file, text, plan, known);
  if (record === undefined) return fail('our part of it cannot be determined');
  const backup = await records.write(record, file.text).catch((error: unknown) => ({ why: whyNotStored(error) }));
  if (typeof backup === 'object')
    return fail(`no backup of it can be written to ${JSON.stringify(records.folder)}: ${backup.why}`);
  const written = await writeText(file, text);
  if (!written.ok) {
    await (known === undefined ? records.remove(file.target) : records.write(known, file.text)).catch(() => {});
    return fail(written.why);
  }
  // Without these folders in the record, uninstalling only leaves them behind.
  if (written.made.length > 0)
    await records.write({ ...record, folders: [...written.made] }, file.text).catch(() => {});
  return { ...outcome, backup, mode: file.mode };
}

/** Removes parts of an earlier version that our current parts replace. */
async function withoutFormer(
  text: string | undefined,
  { former = [] }: FilePlan,
  known: Record | undefined,
): Promise<{ readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly why: string }> {
  if (text === undefined || former.length === 0) return { ok: true, text };
  const taken = await withoutParts(text, former, known);
  return taken.ok ? { ok: true, text: taken.text ?? undefined } : taken;
}

/** Builds the record that allows undoing the change. Keeps the first record's original if the file is as we left it. */
async function recordOf(
  { target, text, revision }: TextFile,
  next: string,
  { parts, earlier = parts, tables = [], brought: may = [] }: FilePlan,
  known: Record | undefined,
): Promise<Record | undefined> {
  const places = parts.map(placeOf);
  const after = sha256Hex(next);
  const absent = may.flatMap(({ paths }) => paths.filter((one) => !existsSync(one)));
  const brought = [...new Set([...(known?.brought ?? []), ...absent])];
  if (known !== undefined && known.after === revision) {
    return { ...known, after, parts: [...new Set([...known.parts, ...places])], brought };
  }
  const taken = text === undefined ? undefined : await withoutParts(text, known === undefined ? parts : earlier, known);
  if (taken?.ok === false) return undefined;
  let original = taken?.text ?? null;
  for (const part of tables) {
    if (original !== null) original = await takeTables(original, part, known?.original ?? undefined);
  }
  const { folders = [] } = known ?? {};
  return { version: 1, target, original, after, parts: places, folders, brought };
}
