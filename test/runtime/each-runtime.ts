import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { built } from './built.ts';
import { DENO, NODE, ROOT, type Started, started } from './started.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A runtime of the worker, started in the same way as users start it. */
export interface Runtime {
  readonly name: 'Node' | 'Deno' | 'workerd';
  start(env: Readonly<Record<string, string>>): Promise<Started>;
  /** Runs a statement (a single line) on the database of the last started worker, from outside the worker. */
  sql(server: Started, statement: string): Promise<readonly Row[]>;
  /** Removes everything that starting has left behind. */
  dispose(): Promise<void>;
}

/**
 * Returns the runtimes: Node with the built command line, Deno with the repository's task, workerd with the built
 * bundle.
 */
export function eachRuntime(): readonly Runtime[] {
  const folders: string[] = [];
  const dataDir = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-pruner-'));
    folders.push(folder);
    return folder;
  };
  const inFile = async (_: Started, statement: string): Promise<readonly Row[]> => {
    const database = new DatabaseSync(join(folders.at(-1) ?? '', 'worker.sqlite'));
    database.exec('PRAGMA busy_timeout = 5000');
    const rows = database.prepare(statement).all() as readonly Row[];
    database.close();
    return rows;
  };
  const inProcess = ({ child }: Started, statement: string): Promise<readonly Row[]> =>
    new Promise((resolve) => {
      let written = '';
      const onData = (chunk: string): void => {
        written += chunk;
        const [, rows] = /^ran (.*)\n/m.exec(written) ?? [];
        if (rows === undefined) return;
        child.stderr?.off('data', onData);
        resolve(JSON.parse(rows) as readonly Row[]);
      };
      child.stderr?.on('data', onData);
      child.stdin?.write(`${statement}\n`);
    });
  const dispose = async (): Promise<void> => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  };
  return [
    {
      name: 'Node',
      start: async (env) => {
        return started(NODE, [built('bin'), 'serve', '--port', '0', '--data', await dataDir()], env);
      },
      sql: inFile,
      dispose,
    },
    {
      name: 'Deno',
      start: async (env) => started(DENO, await denoTask(), { PORT: '0', PRUNER_DATA_DIR: await dataDir(), ...env }),
      sql: inFile,
      dispose,
    },
    {
      name: 'workerd',
      start: (env) => started(NODE, ['test/runtime/workerd-worker.ts'], env),
      sql: inProcess,
      dispose: async () => {},
    },
  ];
}

/**
 * Returns the task as users run it. "env deno" is needed because deno would take the bin of that name in the npm
 * package for a script.
 */
async function denoTask(): Promise<string[]> {
  const { tasks }: { tasks: { serve: string } } = JSON.parse(await readFile(`${ROOT}deno.json`, 'utf8'));
  return tasks.serve.replace(/^env deno /, '').split(' ');
}
