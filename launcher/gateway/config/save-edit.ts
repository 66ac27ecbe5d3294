import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { configSchemaText, SCHEMA_NAME } from './config-json-schema.ts';
import { type ConfigEdit, editConfig } from './edit-config.ts';
import { type ConfigFault, MAX_CONFIG_BYTES, readConfigFile } from './read-config-file.ts';
import { writeConfigFile } from './write-config-file.ts';

export type SavedEdit = { readonly ok: true; readonly changed: boolean } | ConfigFault;

/** Reads a configuration, edits its text and writes it; nothing is written where nothing changes or anything is refused. */
export async function saveEdit(file: string, edit: ConfigEdit): Promise<SavedEdit> {
  const before = await readConfigFile(file);
  if (!before.ok) return before;
  const edited = editConfig(before.text, edit);
  if (!edited.ok) return { ...edited, message: `${edited.message} (in ${JSON.stringify(file)})` };
  if (edited.text === before.text) return { ok: true, changed: false };
  if (Buffer.byteLength(edited.text) > MAX_CONFIG_BYTES) {
    const message = `cannot write ${JSON.stringify(file)}: allowed are ${MAX_CONFIG_BYTES} bytes`;
    return { ok: false, reason: 'too_large', message };
  }
  const written = await writeConfigFile(before, edited.text);
  if (!written.ok) return written;
  if (before.text === undefined) await writeSchemaBeside(file);
  return { ok: true, changed: true };
}

/** Puts the schema where a new file's `$schema` looks for it. An editor's aid: without it all else works. */
async function writeSchemaBeside(file: string): Promise<void> {
  await writeFile(path.join(path.dirname(file), SCHEMA_NAME), configSchemaText(), { flag: 'wx' }).catch(() => {});
}
