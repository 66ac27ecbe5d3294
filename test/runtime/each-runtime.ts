import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltBin, buildBin } from './built-bin.ts';
import { DENO, NODE, ROOT, type Started, started } from './started.ts';

/** One of the runtimes that the worker runs on, started as its users start it. */
export interface Runtime {
  readonly name: 'Node' | 'Deno' | 'workerd';
  start(env: Readonly<Record<string, string>>): Promise<Started>;
  /** Lets go of what starting has left behind. */
  dispose(): Promise<void>;
}

/** Node with the built command line, Deno with the repository's task, workerd with the built bundle. */
export function eachRuntime(): readonly Runtime[] {
  const folders: string[] = [];
  let bin: Promise<BuiltBin> | undefined;
  const dataDir = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-pruner-'));
    folders.push(folder);
    return folder;
  };
  const dispose = async (): Promise<void> => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  };
  return [
    {
      name: 'Node',
      start: async (env) => {
        bin ??= buildBin();
        const { path } = await bin;
        return started(
          NODE,
          [path, 'serve', '--port', '0', '--data', env['PRUNER_DATA_DIR'] ?? (await dataDir())],
          env,
        );
      },
      dispose: async () => {
        await dispose();
        await (await bin)?.remove();
      },
    },
    {
      name: 'Deno',
      start: async (env) => started(DENO, await denoTask(), { PORT: '0', PRUNER_DATA_DIR: await dataDir(), ...env }),
      dispose,
    },
    {
      name: 'workerd',
      start: (env) => started(NODE, ['test/runtime/workerd-worker.ts'], env),
      dispose: async () => {},
    },
  ];
}

/** The task as users run it; "env deno" because deno would take the npm package's bin of that name for a script. */
async function denoTask(): Promise<string[]> {
  const { tasks }: { tasks: { serve: string } } = JSON.parse(await readFile(`${ROOT}deno.json`, 'utf8'));
  return tasks.serve.replace(/^env deno /, '').split(' ');
}
