import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { jsonOf, parseText } from '../../gateway/config/parse-text.ts';
import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { putPart } from '../edit/edit-part.ts';
import { type FilePart, placeOf, type TablesPart } from '../edit/part.ts';
import { takeTables } from '../edit/take-tables.ts';
import type { FilePlan } from './file-plan.ts';
import type { InstallOptions } from './install.ts';
import type { FileOutcome } from './outcome.ts';
import { readText, type TextFile } from './read-text.ts';
import type { Record, Records } from './records.ts';
import { type WithoutParts, withoutParts } from './without-parts.ts';
import { removeFolders, removeParts, removeText, writeText } from './write-text.ts';

/**
 * Removes exactly the characters that were inserted into `original`, if they are still there unchanged. This includes
 * whitespace that we added. A structural edit could not distinguish it from the user's own.
 */
async function withoutInsertion(
  text: string,
  original: string,
  parts: readonly FilePart[],
): Promise<string | undefined> {
  let after = original;
  for (const part of parts) {
    const put = await putPart(after, part, true);
    if (!put.ok) return undefined;
    after = put.text;
  }
  const inserted = insertionOf(original, after);
  const at = inserted === undefined ? -1 : text.indexOf(inserted);
  if (inserted === undefined || at === -1 || at !== text.lastIndexOf(inserted)) return undefined;
  return text.slice(0, at) + text.slice(at + inserted.length);
}

/** Returns the text that was inserted into `before` to make `after`; undefined if they differ in any other way. */
function insertionOf(before: string, after: string): string | undefined {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  const inserted = after.slice(head, after.length - (before.length - head));
  const whole = inserted !== '' && before.slice(0, head) + inserted + before.slice(head) === after;
  return whole ? inserted : undefined;
}

/** True if both texts have the same content and differ only in whitespace. */
async function meanTheSame(one: string, other: string, kind: FilePart['kind']): Promise<boolean> {
  if (kind === 'toml') {
    const [a, b] = await Promise.all([parseTomlText(one), parseTomlText(other)]);
    return a.ok && b.ok && isDeepStrictEqual(a.root, b.root);
  }
  // A comma that is left before a brace would parse here, but not in every host.
  if (one.replaceAll(/\s/g, '') !== other.replaceAll(/\s/g, '')) return false;
  if (kind === 'block' || kind === 'rules') return true;
  const [a, b] = [parseText(one), parseText(other)];
  return a.ok && b.ok && isDeepStrictEqual(jsonOf(a.root), jsonOf(b.root));
}

/** Removes our parts from a file. If the file has not changed since, its original content is restored byte for byte. */
export async function uninstall(plan: FilePlan, given: Omit<InstallOptions, 'force'>): Promise<FileOutcome> {
  const { records, dryRun } = given;
  const found = await readText(plan.path);
  if (!found.ok) return { plan, result: 'failed', why: found.why };
  const known = await records.read(found.target);
  const brought = await broughtBy(plan, known);
  const outcome = await takeOut(plan, found, known, given);
  if (outcome.result === 'failed' || dryRun) return { ...outcome, brought };
  for (const file of brought) await rm(file, { recursive: true, force: true });
  const { folders = [] } = known ?? {};
  if (outcome.after === undefined) {
    await removeFolders(folders);
    await handOver(folders.filter(existsSync), records);
  }
  return { ...outcome, brought, folders };
}

/**
 * Moves folders to the record of another of our files that is still inside, so that uninstalling that file removes the
 * folders.
 */
async function handOver(folders: readonly string[], records: Records): Promise<void> {
  if (folders.length === 0) return;
  for (const target of await records.targets()) {
    const record = await records.read(target);
    const around = folders.filter((folder) => target.startsWith(folder + path.sep));
    if (record === undefined || around.length === 0) continue;
    await records.write({ ...record, folders: [...new Set([...record.folders, ...around])] }, undefined);
  }
}

/** Returns the files that the host has written because of our parts, and that nothing else needs. */
async function broughtBy(
  { path: file, brought = [] }: FilePlan,
  known: Record | undefined,
): Promise<readonly string[]> {
  const needed = await Promise.all(brought.map(async (one) => ((await one.isNeeded(file)) ? [] : one.paths)));
  const ours = needed.flat().filter((one) => known?.brought.includes(one) === true);
  return ours.filter((one) => existsSync(one));
}

async function takeOut(
  plan: FilePlan,
  found: TextFile,
  known: Record | undefined,
  { records, dryRun }: Omit<InstallOptions, 'force'>,
): Promise<FileOutcome> {
  const fail = (why: string): FileOutcome => ({ plan, result: 'failed', why });
  if (!dryRun) await removeParts(found);
  const file = await withoutTables(found, plan.tables ?? [], known);
  if (file.text === undefined) {
    if (known !== undefined && !dryRun) await records.remove(file.target);
    return { plan, result: 'same' };
  }
  const places = plan.parts.map(placeOf);
  const untouched = known !== undefined && known.after === file.revision;
  const whole = untouched && known.parts.every((place) => places.includes(place));
  const taken = whole ? ({ ok: true, text: known.original } as const) : await takenOut(file.text, plan, known);
  if (!taken.ok) return fail(taken.why);
  const next = taken.text;
  if (next === found.text) {
    if (known !== undefined && !dryRun && known.parts.every((place) => places.includes(place))) {
      await records.remove(file.target);
    }
    return { plan, result: 'same', before: found.text, after: found.text };
  }
  if (file.locked !== undefined) return fail(file.locked);
  const after = next ?? undefined;
  const outcome = { plan, result: whole ? 'restored' : 'removed', before: found.text, after } as const;
  if (dryRun) return outcome;
  const written = await (after === undefined ? removeText(found) : writeText(found, after));
  if (!written.ok) return fail(written.why);
  if (places.length > 0) await follow(records, { known, file, after, places });
  return outcome;
}

/**
 * Removes tables that the host added because of us. If there was no other change to the file, the rest is exactly as we
 * left it.
 */
async function withoutTables(
  file: TextFile,
  tables: readonly TablesPart[],
  known: Record | undefined,
): Promise<TextFile> {
  let { text } = file;
  for (const part of tables) {
    if (text !== undefined) text = await takeTables(text, part, known?.original ?? undefined);
  }
  return text === undefined ? file : { ...file, text, revision: sha256Hex(text) };
}

/** Removes our parts, with the whitespace around them if it can be distinguished from the user's own. */
async function takenOut(given: string, { parts }: FilePlan, known: Record | undefined): Promise<WithoutParts> {
  const taken = await withoutParts(given, parts, known);
  if (!taken.ok || taken.text === null || taken.text === given || known?.original == null) return taken;
  const exact = await withoutInsertion(given, known.original, parts);
  const isSame = exact !== undefined && (await meanTheSame(exact, taken.text, parts[0]?.kind ?? 'block'));
  return isSame ? { ok: true, text: exact } : taken;
}

interface Left {
  readonly known: Record | undefined;
  readonly file: TextFile;
  readonly after: string | undefined;
  readonly places: readonly string[];
}

/** Keeps the record of a file that still contains other parts of ours. */
async function follow(records: Records, { known, file, after, places }: Left): Promise<void> {
  const rest = known?.parts.filter((place) => !places.includes(place)) ?? [];
  if (known === undefined || after === undefined || rest.length === 0) return await records.remove(file.target);
  // If another program or the user has changed the file, keep the old hash, so that the change stays detectable.
  const left = known.after === file.revision ? sha256Hex(after) : known.after;
  await records.write({ ...known, after: left, parts: rest }, file.text);
}
