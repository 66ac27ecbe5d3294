import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { revisionOf } from './read-text.ts';

/** What we have done to a file, so that it can be undone to the byte. */
export interface Record {
  readonly version: 1;
  readonly target: string;
  /** What the file was without us; null where there was none. */
  readonly original: string | null;
  /** Of the file as we left it. */
  readonly after: string;
  /** The places in it that are ours. */
  readonly parts: readonly string[];
  /** Folders that were made for it. */
  readonly folders: readonly string[];
}

const RECORD: z.ZodMiniType<Record> = z.object({
  version: z.literal(1),
  target: z.string(),
  original: z.nullable(z.string()),
  after: z.string(),
  parts: z.array(z.string()),
  folders: z.array(z.string()),
});

/** Records lie in `setup` of MCP_PRUNER_HOME, the owner's alone: files of hosts may hold secrets. */
export interface Records {
  readonly folder: string;
  read(target: string): Promise<Record | undefined>;
  /** Keeps the file's text as it stands, too; resolves to where. `undefined`: there was none. */
  write(record: Record, current: string | undefined): Promise<string | undefined>;
  remove(target: string): Promise<void>;
  /** The files that there are records of. */
  targets(): Promise<readonly string[]>;
}

export function openRecords(home: string): Records {
  const folder = path.join(home, 'setup');
  const nameOf = (target: string): string => path.join(folder, revisionOf(target).slice(0, 16));
  const backupOf = (target: string): string => `${nameOf(target)}-${path.basename(target)}.backup`;
  return {
    folder,
    async read(target) {
      try {
        const record = RECORD.parse(JSON.parse(await readFile(`${nameOf(target)}.json`, 'utf8')));
        return record.target === target ? record : undefined;
      } catch {
        // Without one our part is taken out all the same.
        return undefined;
      }
    },
    async write(record, current) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { target } = record;
      if (current !== undefined) await writeWhole(backupOf(target), current);
      await writeWhole(`${nameOf(target)}.json`, JSON.stringify(record));
      return current === undefined ? undefined : backupOf(target);
    },
    async remove(target) {
      const kept = [`${nameOf(target)}.json`, backupOf(target)];
      // And what writing them has left where it was killed.
      for (const file of [...kept, ...kept.map(partOf)]) await rm(file, { force: true });
      await rmdir(folder).catch(() => {});
    },
    async targets() {
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

async function writeWhole(file: string, text: string): Promise<void> {
  const part = partOf(file);
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, file);
}
