import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { withLock } from '../../platform/files/with-lock.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { systemTimers } from '../../platform/timers.ts';
import { configSchemaText, SCHEMA_NAME } from './config-json-schema.ts';
import { type ConfigEdit, editConfig } from './edit-config.ts';
import { type ConfigFault, type ConfigText, MAX_CONFIG_BYTES, readConfigFile } from './read-config-file.ts';
import { followLinks, writeConfigFile } from './write-config-file.ts';

export type SavedEdit = { readonly ok: true; readonly changed: boolean } | ConfigFault;

interface PlannedEdit {
  readonly ok: true;
  readonly before: ConfigText;
  /** Undefined if nothing changes. */
  readonly text: string | undefined;
}

/**
 * Reads a configuration, edits its text and writes it. Nothing is written if nothing changes or the edit is refused.
 * Concurrent edits wait for each other.
 */
export async function saveEdit(file: string, edit: ConfigEdit): Promise<SavedEdit> {
  // An edit without effect needs no lock, which would fail in a read-only folder.
  const first = await planEdit(file, edit);
  if (!first.ok) return first;
  if (first.text === undefined) return { ok: true, changed: false };
  try {
    const target = await followLinks(file);
    makeFolder(path.dirname(target));
    return await withLock(`${target}.lock`, systemTimers, () => editNow(file, edit));
  } catch (error) {
    const refusal = errnoOf(error) === undefined ? (error as Error).cause : error;
    const why = errnoOf(refusal) === undefined ? 'another process has locked it; try again' : errnoWords(refusal);
    return { ok: false, reason: 'unwritable', message: `cannot write ${JSON.stringify(file)}: ${why}` };
  }
}

async function editNow(file: string, edit: ConfigEdit): Promise<SavedEdit> {
  const planned = await planEdit(file, edit);
  if (!planned.ok) return planned;
  const { before, text } = planned;
  if (text === undefined) return { ok: true, changed: false };
  const written = await writeConfigFile(before, text);
  if (!written.ok) return written;
  if (before.text === undefined) await writeSchemaBeside(file);
  return { ok: true, changed: true };
}

async function planEdit(file: string, edit: ConfigEdit): Promise<PlannedEdit | ConfigFault> {
  const before = await readConfigFile(file);
  if (!before.ok) return before;
  const edited = editConfig(before.text, edit);
  if (!edited.ok) return { ...edited, message: `${edited.message} (in ${JSON.stringify(file)})` };
  if (edited.text === before.text) return { ok: true, before, text: undefined };
  if (Buffer.byteLength(edited.text) > MAX_CONFIG_BYTES) {
    const message = `cannot write ${JSON.stringify(file)}: expected at most ${MAX_CONFIG_BYTES} bytes`;
    return { ok: false, reason: 'too_large', message };
  }
  return { ok: true, before, text: edited.text };
}

/** Writes the schema to the path that a new file's `$schema` names. It only helps editors, so failures are ignored. */
async function writeSchemaBeside(file: string): Promise<void> {
  await writeFile(path.join(path.dirname(file), SCHEMA_NAME), configSchemaText(), { flag: 'wx' }).catch(() => {});
}
