import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type TestContext, test } from 'vitest';
import { runBackup } from '../../../launcher/cli/backup/backup-command.ts';
import { runRestore } from '../../../launcher/cli/backup/restore-command.ts';
import type { CommandContext, GivenOptions } from '../../../launcher/cli/command.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { openDataFile } from '../../../worker/runtime/sqlite-file.ts';
import { S3_KEY, startS3 } from '../../support/s3/server.ts';
import { tempDir } from '../../support/temp-dir.ts';

interface Bench {
  readonly folder: string;
  readonly file: string;
  run(command: typeof runBackup, given: GivenOptions, ...operands: string[]): Promise<[code: number, said: string]>;
  open(): Promise<SqlDatabase>;
}

function bench({ onTestFinished }: TestContext, env: CommandContext['env'] = {}): Bench {
  const cwd = tempDir(onTestFinished);
  const folder = path.join(cwd, 'data');
  return {
    folder,
    file: path.join(folder, 'worker.sqlite'),
    async run(command, given, ...operands) {
      let said = '';
      const write = (text: string): void => {
        said += text;
      };
      const stream = { write };
      const context = { env: { HOME: cwd, ...env }, cwd, stdout: stream, stderr: stream } as unknown as CommandContext;
      return [await command(context, { data: 'data', ...given }, operands), said];
    },
    async open() {
      const database = await openDataFile(folder);
      if (database === undefined) throw new Error('no node:sqlite');
      onTestFinished(() => database.close());
      return database;
    },
  };
}

const addTeam = async (database: SqlDatabase, name: string): Promise<void> => {
  await createSqlDirectory(database).createTeam(name);
};
const teamsIn = async (database: SqlDatabase): Promise<readonly string[]> =>
  (await createSqlDirectory(database).listTeams()).map(({ name }) => name);

test('a backup of a running worker holds what is in its write-ahead log alone, and comes back', async (context) => {
  const b = bench(context);
  const running = await b.open();
  await addTeam(running, 'Blue');
  // A copy of the file with `cp` would miss the data in this write-ahead log.
  expect(statSync(`${b.file}-wal`).size).toBeGreaterThan(0);
  const [code, said] = await b.run(runBackup, {}, 'kept.sqlite');
  const kept = path.join(b.folder, '..', 'kept.sqlite');
  expect([code, said]).toEqual([0, `${kept} (${statSync(kept).size} bytes)\n`]);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(existsSync(`${kept}.part`)).toBe(false);
  await addTeam(running, 'Red');
  running.close();

  expect(await b.run(runRestore, {}, 'kept.sqlite')).toEqual([
    1,
    `mcp-pruner: cannot restore "${kept}": "${b.file}" exists already; --force renames it\n`,
  ]);
  expect(await b.run(runRestore, { force: true }, 'kept.sqlite')).toEqual([
    0,
    `${b.file} (moved aside to ${b.file}.before-1)\n`,
  ]);
  expect(statSync(b.file).mode & 0o777).toBe(0o600);
  expect(await teamsIn(await b.open())).toEqual(['Blue']);
  const before = new DatabaseSync(`${b.file}.before-1`);
  expect(before.prepare('SELECT count(*) AS n FROM teams').get()).toEqual({ n: 2 });
  before.close();
});

test('a backup is restored where nothing was', async (context) => {
  const b = bench(context);
  const running = await b.open();
  await addTeam(running, 'Blue');
  await b.run(runBackup, {}, 'kept.sqlite');
  running.close();
  expect(await b.run(runRestore, { data: 'elsewhere' }, 'kept.sqlite')).toEqual([
    0,
    `${path.join(b.folder, '..', 'elsewhere', 'worker.sqlite')}\n`,
  ]);
});

// Only root may change a file's owner.
test.runIf(process.getuid?.() === 0)(
  'root restored files that the user of the service could not open',
  async (context) => {
    const b = bench(context);
    (await b.open()).close();
    await b.run(runBackup, {}, 'kept.sqlite');
    chownSync(b.file, 12_345, 12_346);
    chmodSync(b.file, 0o640);
    expect((await b.run(runRestore, { force: true }, 'kept.sqlite'))[0]).toBe(0);
    expect(statSync(b.file)).toMatchObject({ uid: 12_345, gid: 12_346, mode: 0o100_640 });

    rmSync(b.folder, { recursive: true });
    mkdirSync(b.folder, { mode: 0o755 });
    chownSync(b.folder, 12_347, 12_348);
    expect((await b.run(runRestore, {}, 'kept.sqlite'))[0]).toBe(0);
    expect(statSync(b.file)).toMatchObject({ uid: 12_347, gid: 12_348, mode: 0o100_600 });
  },
);

test('what a worker uses is not taken from under it', async (context) => {
  const b = bench(context);
  const running = await b.open();
  await b.run(runBackup, {}, 'kept.sqlite');
  const [code, said] = await b.run(runRestore, { force: true }, 'kept.sqlite');
  expect([code, said]).toEqual([1, expect.stringContaining(`"${b.file}" is in use: stop the worker first`)]);
  expect(existsSync(`${b.file}.restored`)).toBe(false);
  await addTeam(running, 'Blue');
  expect(await teamsIn(running)).toEqual(['Blue']);
});

test('neither command writes over a file, or takes one that is no worker’s or damaged', async (context) => {
  const b = bench(context);
  const at = (name: string): string => path.join(b.folder, '..', name);
  expect(await b.run(runBackup, {}, 'kept.sqlite')).toEqual([1, expect.stringContaining(`there is no "${b.file}"`)]);
  expect(await b.run(runRestore, {}, 'kept.sqlite')).toEqual([1, expect.stringContaining('there is no such file')]);
  (await b.open()).close();
  writeFileSync(at('there'), 'mine');
  expect(await b.run(runBackup, {}, 'there')).toEqual([1, expect.stringContaining('--force replaces it')]);
  expect(readFileSync(at('there'), 'utf8')).toBe('mine');
  expect((await b.run(runBackup, { force: true }, 'there'))[0]).toBe(0);

  writeFileSync(at('text'), 'no database at all, and longer than the header of one'.repeat(20));
  const other = new DatabaseSync(at('other'));
  other.exec('CREATE TABLE t (x)');
  other.close();
  const bytes = readFileSync(at('there'));
  bytes.fill(0xff, 4096 * 2, 4096 * 6);
  writeFileSync(at('damaged'), bytes);
  for (const [name, why] of [
    ['text', 'not a database'],
    ['other', 'lacks the table "d1_migrations"'],
    ['damaged', 'damaged'],
  ] as const) {
    const [code, said] = await b.run(runRestore, { force: true }, name);
    expect([name, code, said]).toEqual([name, 1, expect.stringMatching(new RegExp(`${why}|malformed`))]);
    expect(existsSync(`${b.file}.restored`)).toBe(false);
  }
  expect(await teamsIn(await b.open())).toEqual([]);
});

test('a damaged file is named, with what to do', async (context) => {
  const b = bench(context);
  (await b.open()).close();
  const bytes = readFileSync(b.file);
  bytes.fill(0xff, 4096 * 2, 4096 * 6);
  writeFileSync(b.file, bytes);
  const said = `the database "${b.file}" is damaged: put a backup in its place (mcp-pruner restore --force --data "${b.folder}" BACKUP)`;
  await expect(openDataFile(b.folder)).rejects.toThrow(said);
  writeFileSync(b.file, 'no database at all'.repeat(100));
  await expect(openDataFile(b.folder)).rejects.toThrow(said);
});

test('a damaged file makes room for a backup', async (context) => {
  const b = bench(context);
  const running = await b.open();
  await addTeam(running, 'Blue');
  await b.run(runBackup, {}, 'kept.sqlite');
  running.close();
  writeFileSync(b.file, 'no database at all'.repeat(100));
  expect((await b.run(runRestore, { force: true }, 'kept.sqlite'))[0]).toBe(0);
  expect(await teamsIn(await b.open())).toEqual(['Blue']);
});

test('a backup is stored in the bucket and comes back, in several parts too', async (context) => {
  const s3 = await startS3();
  context.onTestFinished(s3.stop);
  const b = bench(context, { PRUNER_ARTIFACTS_URL: `${s3.url}/team`, PRUNER_ARTIFACTS_KEY: S3_KEY });
  const running = await b.open();
  await addTeam(running, 'Blue');
  await running.query("INSERT INTO secrets VALUES ('large', hex(zeroblob(9000000)))");
  expect(await b.run(runBackup, {}, 's3:monday')).toEqual([0, expect.stringMatching(/^s3:monday \(\d{8} bytes\)\n$/)]);
  await addTeam(running, 'Red');
  running.close();
  expect((await b.run(runRestore, { force: true }, 's3:tuesday'))[1]).toContain(
    'there is no such backup in the bucket',
  );
  expect((await b.run(runRestore, { force: true }, 's3:monday'))[0]).toBe(0);
  expect(await teamsIn(await b.open())).toEqual(['Blue']);
  expect(readdirSync(b.folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a backup into a bucket that is gone, or into none, says so and leaves nothing', async (context) => {
  const b = bench(context, { PRUNER_ARTIFACTS_URL: 'http://127.0.0.1:1/texts', PRUNER_ARTIFACTS_KEY: S3_KEY });
  (await b.open()).close();
  expect(await b.run(runBackup, {}, 's3:a')).toEqual([1, expect.stringContaining('the service cannot be reached')]);
  expect(readdirSync(b.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  await expect(bench(context).run(runBackup, { data: b.folder }, 's3:a')).rejects.toThrow('set PRUNER_ARTIFACTS_URL');
});
