import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toolResultsOf } from '../../support/scripted-model/anthropic.ts';
import type { ModelRequest, Said, Turn } from '../../support/scripted-model/loopback.ts';
import { claudeUser, withMod } from '../claude-user.ts';
import { type Compared, percent, tokensOfRequests, toRows } from './hooked.ts';
import { makeTaskProject } from './task-project.ts';
import { TASKS, type Task } from './tasks.ts';

/** A task as a job: an agent that makes eight calls, and fetches what is missing. */
export interface Job {
  readonly task: Task;
  /** Tokens (o200k) of all requests of the session. */
  readonly session: Compared;
  /** Facts that the first result lacks, and those that the session lacks at its end. */
  readonly missing: number;
  readonly lost: readonly string[];
  /** Calls that fetch what was left out. */
  readonly fetches: number;
}

const SETTINGS = { permissions: { allow: ['Bash', 'Read'] } };
/** Where a notice says that the whole is. */
const WHOLE_IN = /All of it: file "([^"]+)"/;

/** What an agent does beside the call of its task. */
const AROUND: readonly Said[] = [
  { said: 'First I see what there is.', tool: 'Bash', input: { command: 'ls -la' } },
  { said: 'How are orders described?', tool: 'Bash', input: { command: 'cat shop/order.ts' } },
  {
    said: 'I look at how durations are turned into seconds.',
    tool: 'Bash',
    input: { command: 'cat duration/duration.mjs' },
  },
  { said: 'Which helpers are there?', tool: 'Bash', input: { command: 'ls hono hono/helper hono/middleware' } },
  {
    said: 'I look at how the router matches a path.',
    tool: 'Bash',
    input: { command: 'cat hono/router/trie-router/node.js' },
  },
  { said: 'What does the context give?', tool: 'Bash', input: { command: 'cat hono/context.js' } },
  { said: 'Is all of it there?', tool: 'Bash', input: { command: 'ls app | head -50' } },
];

/** What an agent does in turn if its answer was left out: it may search the whole, and then reads all of it. */
function fetchesOf(word: string, whole: string, searches: boolean): readonly Said[] {
  const command = `grep -niE -B2 -A4 '${word}' "${whole}"`;
  const search = { said: 'It may be among what was left out.', tool: 'Bash', input: { command } };
  const read = { said: 'I need all of it.', tool: 'Read', input: { file_path: whole } };
  return searches ? [search, read] : [read];
}

/** The session of a job. The agent fetches what is missing from what its task's call gave. */
function sessionOf({ job, facts, file, command }: Task, project: string, searches: boolean) {
  const of = { fetches: 0, missing: 0 };
  const own: Said =
    file === undefined
      ? { said: job.said, tool: 'Bash', input: { command } }
      : { said: job.said, tool: 'Read', input: { file_path: path.join(project, file) } };
  const plan = [...AROUND.slice(0, 1), own, ...AROUND.slice(1)];
  const lacks = (given: readonly string[]): number =>
    facts.filter((fact) => !given.slice(1).some((text) => text.includes(fact))).length;
  const turn: Turn = (given) => {
    if (given.length === 2) of.missing = lacks(given);
    const [, whole] = WHOLE_IN.exec(given[1] ?? '') ?? [];
    const fetch = whole === undefined ? undefined : fetchesOf(job.word, whole, searches)[of.fetches];
    if (given.length === 2 + of.fetches && fetch !== undefined && lacks(given) > 0) {
      of.fetches += 1;
      return fetch;
    }
    return plan[given.length - of.fetches] ?? { text: 'Done.' };
  };
  return { of, turns: Array.from({ length: plan.length + 3 }, () => turn) };
}

/** Does every job with the real Claude Code, without the plugin and with it. `folder` is empty. */
export async function measureJobs(folder: string, searches: boolean): Promise<readonly Job[]> {
  const users = { without: JSON.stringify(SETTINGS), on: withMod(SETTINGS) };
  const opened = await Promise.all(
    Object.entries(users).map(async ([name, settings]) => {
      const user = claudeUser(path.join(folder, name), settings);
      await makeTaskProject(user.project);
      return user;
    }),
  );
  const jobs: Job[] = [];
  for (const task of TASKS) {
    const done = [];
    for (const user of opened) {
      const { of, turns } = sessionOf(task, user.project, searches);
      const requests = await user.talk(task.job.asked, turns);
      const all = toolResultsOf(requests.at(-1) as ModelRequest).join('\n');
      const lost = task.facts.filter((fact) => !all.includes(fact));
      done.push({ ...of, lost, tokens: await tokensOfRequests(requests) });
    }
    const [without, on] = done as [(typeof done)[0], (typeof done)[0]];
    jobs.push({ task, session: { without: without.tokens, on: on.tokens }, ...on });
  }
  return jobs;
}

/** Returns a Markdown table: the data of docs/measured/claude-code-jobs.csv. */
export function toJobsTable(jobs: readonly Job[]): string {
  const sum = (way: keyof Compared): number => jobs.reduce((all, { session }) => all + session[way], 0);
  const row = (name: string, { without, on }: Compared, ...more: readonly (string | number)[]): readonly string[] =>
    [name, without, on, percent(on / without), ...more].map(String);
  const total = (of: (job: Job) => number): number => jobs.reduce((all, job) => all + of(job), 0);
  return toRows([
    ['Job', 'tokens without', 'with', 'share', 'facts missing at first', 'lost', 'fetches'],
    ['---', '--:', '--:', '--:', '--:', '--:', '--:'],
    ...jobs.map(({ task, session, missing, lost, fetches }) =>
      row(task.job.asked, session, missing, lost.length, fetches),
    ),
    row(
      'all',
      { without: sum('without'), on: sum('on') },
      ...[total(({ missing }) => missing), total(({ lost }) => lost.length), total(({ fetches }) => fetches)],
    ),
  ]);
}

/**
 * `node test/clients/tasks/jobs.ts [--reads-all]`: does the ten tasks as jobs, and prints the table. With `--reads-all`, an
 * agent whose answer was left out reads the whole at once.
 */
if (import.meta.main) {
  const { values } = parseArgs({ options: { 'reads-all': { type: 'boolean' } } });
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-jobs-')));
  try {
    process.stdout.write(`${toJobsTable(await measureJobs(folder, values['reads-all'] !== true))}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
