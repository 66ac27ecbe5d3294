import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { claudeUser } from '../claude-user.ts';
import { makeTaskProject } from './task-project.ts';
import { TASKS, type Task } from './tasks.ts';
import { median } from './token-table.ts';

/** A task as Claude Code did it with its own tools. */
export interface Hooked {
  readonly task: Task;
  /** o200k, of what the model was sent: as the host ships, and with hooks that are on. */
  readonly tokens: { readonly without: number; readonly on: number };
  /** Facts of the answer that are not there with hooks. */
  readonly missing: readonly string[];
}

/** A user who lets it run commands. */
const SETTINGS = '{ "permissions": { "allow": ["Bash", "Read", "Grep"] } }\n';

/**
 * Does every task with the tools of the real Claude Code, without hooks and with them, each in a session of its own: the
 * model says what it wants to know, and calls Read or Bash. `folder` is empty.
 */
export async function measureHooked(folder: string): Promise<readonly Hooked[]> {
  const count = await loadO200k();
  const measured: Hooked[] = [];
  const users = await Promise.all(
    ['without', 'on'].map(async (way) => {
      const one = claudeUser(path.join(folder, way), SETTINGS);
      await makeTaskProject(one.project);
      // A machine under load is no fault of ours.
      if (way === 'on') await one.pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
      return one;
    }),
  );
  for (const task of TASKS) {
    const sent: string[] = [];
    for (const { ask, project } of users) {
      const own =
        task.file === undefined
          ? { tool: 'Bash', input: { command: task.command } }
          : { tool: 'Read', input: { file_path: path.join(project, task.file) } };
      sent.push((await ask(task.question, [{ said: task.question, ...own }]))[0] ?? '');
    }
    const [without = '', on = ''] = sent;
    const missing = task.facts.filter((fact) => !on.includes(fact));
    measured.push({ task, tokens: { without: count(without), on: count(on) }, missing });
  }
  return measured;
}

export function medianShare(measured: readonly Hooked[]): number {
  return median(measured.map(({ tokens }) => tokens.on / tokens.without));
}

/** The table of docs/hooks.md. */
export function toHookedTable(measured: readonly Hooked[]): string {
  const number = new Intl.NumberFormat('en');
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const rows = measured.map(({ task, tokens, missing }) => {
    const lost = missing.length === 0 ? '' : `lost: ${missing.join(', ')}`;
    return [
      task.name,
      number.format(tokens.without),
      number.format(tokens.on),
      percent(tokens.on / tokens.without),
      lost,
    ];
  });
  const head = ['Task', 'without', 'with hooks', 'share', ''];
  const lines = [
    head,
    ['---', '--:', '--:', '--:', '---'],
    ...rows,
    ['median', '', '', `**${percent(medianShare(measured))}**`, ''],
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** `node test/clients/tasks/hooked.ts`: measures, and prints the table. */
if (import.meta.main) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-hooked-')));
  try {
    process.stdout.write(`${toHookedTable(await measureHooked(folder))}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
