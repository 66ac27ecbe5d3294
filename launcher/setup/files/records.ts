import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Value } from '../../../src/mcp/value.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** Record of our change to a file, so that it can be undone byte for byte. */
const RECORD = z.object({
  version: z.literal(1),
  target: z.string(),
  original: z.nullable(z.string()),
  after: z.string(),
  parts: z.array(z.string()),
  folders: z.array(z.string()),
  brought: z._default(z.array(z.string()), []),
});
export type Record = Value<typeof RECORD>;

/**
 * Records are stored in `setup` of MCP_PRUNER_HOME, readable by the owner only, because hosts' files may hold secrets.
 */
export type Records = Readonly<ReturnType<typeof openRecords>>;

export function openRecords(home: string) {
  const folder = path.join(home, 'setup');
  const nameOf = (target: string): string => path.join(folder, sha256Hex(target, 16));
  const backupOf = (target: string): string => `${nameOf(target)}-${path.basename(target)}.backup`;
  return {
    folder,
    async read(target: string): Promise<Record | undefined> {
      try {
        const record = RECORD.parse(JSON.parse(await readFile(`${nameOf(target)}.json`, 'utf8')));
        return record.target === target ? record : undefined;
      } catch {
        // Uninstalling still works without a record: it removes just our part.
        return undefined;
      }
    },
    /** Also backs up the file's current text, and resolves to the backup's path; undefined if there was no file. */
    async write(record: Record, current: string | undefined): Promise<string | undefined> {
      makeFolder(folder);
      const { target } = record;
      if (current !== undefined) await replaceFile(backupOf(target), current);
      await replaceFile(`${nameOf(target)}.json`, JSON.stringify(record));
      return current === undefined ? undefined : backupOf(target);
    },
    /** Resolves to the time of the last write, in milliseconds since 1970; undefined without a record. */
    async writtenAt(target: string): Promise<number | undefined> {
      return (await stat(`${nameOf(target)}.json`).catch(() => undefined))?.mtimeMs;
    },
    async remove(target: string): Promise<void> {
      const kept = [`${nameOf(target)}.json`, backupOf(target)];
      // Also remove temporary files of a write that was killed.
      for (const file of [...kept, ...kept.map(partOf)]) await rm(file, { force: true });
      await rmdir(folder).catch(() => {});
    },
    /** Paths of the files that have records. */
    async targets(): Promise<readonly string[]> {
      const names = await readdir(folder).catch(() => []);
      const texts = names
        .filter((name) => name.endsWith('.json'))
        .map((name) => readFile(path.join(folder, name), 'utf8'));
      const read = await Promise.all(
        texts.map((text) => text.then((one) => RECORD.parse(JSON.parse(one)).target).catch(() => '')),
      );
      return read.filter((target) => target !== '').sort();
    },
  };
}

const partOf = (file: string): string => `${file}.part`;
