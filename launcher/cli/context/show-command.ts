import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ProjectCount } from '../../../src/context/context-store.ts';
import { aboutSegments } from '../../../src/context/usage/about-segments.ts';
import { sumWorkingSet } from '../../../src/context/usage/sum-working-set.ts';
import { DEFAULT_TOKEN_LIMIT } from '../../../src/context/usage/usage-metrics.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { CONTEXT_FILE, type OpenedContext, openContext } from '../../tools/context/open-context.ts';
import { projectOf } from '../../tools/context/record-call.ts';
import { alignRows } from '../align-rows.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { drawWorkingSet, MAX_GOING } from './draw-working-set.ts';

/** Draws the working set of the named project, otherwise of this folder's project, otherwise of the only one stored. */
export async function runShow(
  { env, cwd, stdout, stderr }: CommandContext,
  given: GivenOptions,
  [asked]: readonly string[],
): Promise<number> {
  const limit = limitOf(given['tokens']);
  const home = homeFolder(env, cwd);
  if (!hasSqlite()) {
    stderr.write(`mcp-pruner: cannot show the context: expected Node 22.13 or newer, got ${process.version}\n`);
    return 1;
  }
  if (!existsSync(path.join(home, CONTEXT_FILE))) {
    stderr.write('mcp-pruner: nothing is stored yet: run an agent with MCP_PRUNER_CONTEXT=on or auto first\n');
    return 1;
  }
  const opened = await open(home, (words) => stderr.write(`mcp-pruner: ${words}\n`));
  if (opened === undefined) return 1;
  try {
    const projects = await opened.store.projects();
    const counts = chooseProject(projects, asked, cwd);
    if (counts === undefined) {
      const names = projects.map((one) => [`  ${printable(one.project)}`, `${one.workingTokens} tokens`]);
      const why =
        asked === undefined
          ? 'cannot choose a project: expected mcp-pruner context show PROJECT with one of'
          : `cannot show "${printable(asked)}": ${names.length === 0 ? 'there is no project yet' : 'expected one of'}`;
      stderr.write(`mcp-pruner: ${[why, ...alignRows(names)].join('\n')}\n`);
      return 1;
    }
    const { project, stashed, stashedTokens } = counts;
    const sum = sumWorkingSet(await opened.store.working(project));
    if (given['json'] === true) {
      stdout.write(jsonLine({ project, limit, ...sum, aside: { segments: stashed, tokens: stashedTokens } }));
      return 0;
    }
    const named = sum.going.slice(0, MAX_GOING).map(({ id }) => id);
    const about = await aboutSegments(opened.store, project, named);
    stdout.write(`${drawWorkingSet(counts, sum, limit, about)}\n`);
    return 0;
  } finally {
    opened.close();
  }
}

/** Opens the context store. If that fails, prints the reason and resolves to undefined. */
async function open(home: string, tell: (words: string) => void): Promise<OpenedContext | undefined> {
  const onSetAside = (to: string): void => tell(`the store was damaged and is now "${to}"; a fresh one was begun`);
  try {
    return await openContext({ home, onSetAside });
  } catch (error) {
    tell(`cannot read the context in "${path.join(home, CONTEXT_FILE)}": ${errnoWords(error)}`);
    return undefined;
  }
}

function chooseProject(
  projects: readonly ProjectCount[],
  asked: string | undefined,
  cwd: string,
): ProjectCount | undefined {
  if (asked !== undefined) return projects.find(({ project }) => project === asked);
  const own = projectOf(realpathSync(cwd));
  return projects.find(({ project }) => project === own) ?? (projects.length === 1 ? projects[0] : undefined);
}

function limitOf(given: GivenOptions[string]): number {
  if (given === undefined) return DEFAULT_TOKEN_LIMIT;
  const limit = /^\d{1,9}$/.test(String(given)) ? Number(given) : 0;
  if (limit >= 1) return limit;
  throw new UsageError(`cannot use --tokens "${String(given)}": expected an integer of at least 1`);
}
