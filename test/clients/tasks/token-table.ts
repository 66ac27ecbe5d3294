import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { ROOT } from '../installed.ts';
import { inClaude } from './in-claude.ts';
import { inCodex } from './in-codex.ts';
import { type Sent, WAYS, type Way } from './task-calls.ts';
import { makeTaskProject } from './task-project.ts';
import { TASKS, type Task } from './tasks.ts';

/** A task as done by one host. */
export interface Measured {
  readonly task: Task;
  readonly host: string;
  /** Tokens (o200k) of what the model was sent, by way. */
  readonly tokens: Readonly<Record<Way, number>>;
  /** Facts of the answer that are missing from the pruned text. */
  readonly missing: readonly string[];
}

const HOSTS = [
  { host: 'Claude Code', measure: inClaude },
  { host: 'Codex', measure: inCodex },
] as const;

/** Does every task in every way in the real hosts, in `folder`, which exists meanwhile. */
export async function measureTasks(folder: string): Promise<readonly Measured[]> {
  const count = await loadO200k();
  const project = path.join(folder, 'project');
  mkdirSync(project);
  await makeTaskProject(project);
  const all: Measured[] = [];
  for (const { host, measure } of HOSTS) {
    const home = path.join(folder, host.replace(' ', '-'));
    mkdirSync(home);
    const sent = await measure(TASKS, project, home);
    all.push(...TASKS.map((task, at) => toMeasured(task, host, sent[at] as Sent)));
  }
  return all;

  function toMeasured(task: Task, host: string, sent: Sent): Measured {
    const tokens = Object.fromEntries(WAYS.map((way) => [way, count(sent[way])])) as Measured['tokens'];
    return { task, host, tokens, missing: task.facts.filter((fact) => !sent.asked.includes(fact)) };
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** Returns docs/measured/ten-tasks.csv. */
export function toCsv(measured: readonly Measured[]): string {
  const rows = TASKS.flatMap(({ name }) =>
    measured
      .filter(({ task }) => task.name === name)
      .map(({ host, tokens: { own, plain, asked } }) => [
        ...[name.includes(',') ? `"${name}"` : name, host, own, plain, asked, Math.round((asked / own) * 100)],
      ]),
  );
  const head = ['task', 'host', 'own tool', 'our tool', 'with a question', 'share (%)'];
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}

/** `node test/clients/tasks/token-table.ts`: measures, and writes docs/measured/ten-tasks.csv. */
if (import.meta.main) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-tasks-')));
  try {
    const table = toCsv(await measureTasks(folder));
    writeFileSync(`${ROOT}docs/measured/ten-tasks.csv`, table);
    process.stdout.write(table);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
