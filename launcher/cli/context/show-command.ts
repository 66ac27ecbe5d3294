import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ContextStore } from '../../../src/context/context-store.ts';
import { sumWorkingSet } from '../../../src/context/usage/sum-working-set.ts';
import { DEFAULT_TOKEN_LIMIT } from '../../../src/context/usage/usage-metrics.ts';
import { homeFolder } from '../../config/config.ts';
import { CONTEXT_FILE, openContext } from '../../context/open-context.ts';
import { projectOf } from '../../context/record-call.ts';
import { hasSqlite } from '../../storage/load-sqlite.ts';
import { alignRows } from '../align-rows.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { drawWorkingSet } from './draw-working-set.ts';

/** Draws a working set: of the project named, else that of this folder, else the only one there is. */
export async function runShow(
  { env, cwd, stdout, stderr }: CommandContext,
  given: GivenOptions,
  [asked]: readonly string[],
): Promise<number> {
  const limit = limitOf(given['tokens']);
  const home = homeFolder(env, cwd);
  if (!hasSqlite()) {
    stderr.write(
      `mcp-pruner: context is kept with node:sqlite: that needs Node 22.13 or newer, and this is ${process.version}\n`,
    );
    return 1;
  }
  if (!existsSync(path.join(home, CONTEXT_FILE))) {
    stderr.write('mcp-pruner: nothing is kept yet: an agent has to run with MCP_PRUNER_CONTEXT=on or auto first\n');
    return 1;
  }
  const opened = await openContext({
    home,
    onSetAside: (to) => stderr.write(`mcp-pruner: the store was damaged and is now "${to}"; a fresh one was begun\n`),
  });
  try {
    const project = await chooseProject(opened.store, asked, cwd);
    if (project === undefined) {
      const names = (await opened.store.projects()).map((one) => [
        `  ${printable(one.project)}`,
        `${one.workingTokens} tokens`,
      ]);
      stderr.write(`mcp-pruner: which project: mcp-pruner context show PROJECT\n${alignRows(names).join('\n')}\n`);
      return 1;
    }
    const sum = sumWorkingSet(await opened.store.working(project));
    stdout.write(
      given['json'] === true ? jsonLine({ project, limit, ...sum }) : `${drawWorkingSet(project, sum, limit)}\n`,
    );
    return 0;
  } finally {
    opened.close();
  }
}

async function chooseProject(store: ContextStore, asked: string | undefined, cwd: string): Promise<string | undefined> {
  const names = (await store.projects()).map(({ project }) => project);
  if (asked !== undefined) return names.find((name) => name === asked);
  const own = projectOf(realpathSync(cwd));
  return names.find((name) => name === own) ?? (names.length === 1 ? names[0] : undefined);
}

function limitOf(given: GivenOptions[string]): number {
  if (given === undefined) return DEFAULT_TOKEN_LIMIT;
  const limit = /^\d{1,9}$/.test(String(given)) ? Number(given) : 0;
  if (limit >= 1) return limit;
  throw new UsageError(`cannot use --tokens "${String(given)}": allowed is an integer from 1 on`);
}
