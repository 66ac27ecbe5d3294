import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../launcher/cli/commands.ts';
import { HOSTS } from '../launcher/hosts/hosts.ts';
import { VARIABLES } from '../launcher/platform/settings/variables.ts';
import { artifactTool } from '../launcher/tools/artifact.ts';
import { loadTools } from '../launcher/tools/catalog.ts';
import { createMemoryArtifactStore } from '../src/artifacts/memory-artifact-store.ts';
import { describeSharedTool, describeTool } from '../src/mcp/describe-tool.ts';
import { VARIABLE_EFFECTS } from '../worker/settings/variable-effects.ts';
import { WORKER_VARIABLES, type WorkerVariableName } from '../worker/settings/variables.ts';

const TOOLS = await loadTools();

/** Pages with tables that are generated from the sources. */
export const PAGES: readonly string[] = ['tools', 'environment', 'command-line', 'hooks'].map(
  (page) => `docs/${page}.md`,
);

interface Property {
  readonly type: string;
  readonly description: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly const?: string;
}

/**
 * Returns a page with its tables regenerated from the data that also defines the parser, the validation and
 * `tools/list`.
 */
export function withTables(page: string): string {
  const tables: Readonly<Record<string, string>> = {
    environment: environment({ ...VARIABLES }),
    worker: environment(
      Object.fromEntries(
        Object.entries(WORKER_VARIABLES).map(([name, one]) => [
          name,
          { ...one, effect: VARIABLE_EFFECTS[name as WorkerVariableName] },
        ]),
      ),
    ),
    commands: commands(),
    arguments: tools(),
    hosts: hosts(),
  };
  return page.replace(
    /(<!-- (\w+): made by `pnpm doc-tables` -->\n)[\s\S]*?(<!-- \/\2 -->)/g,
    (_, open: string, name: string, close: string) => `${open}${tables[name] ?? ''}${close}`,
  );
}

interface DescribedVariable {
  readonly fallback: string;
  readonly allowed: string;
  readonly effect: string;
}

function environment(variables: Readonly<Record<string, DescribedVariable>>): string {
  const rows = Object.entries(variables).map(([name, { fallback, allowed, effect }]) => {
    const shown = fallback === '' ? '' : `\`${fallback}\``;
    return [`\`${name}\``, shown, allowed, effect];
  });
  return table(['Variable', 'Default', 'Allowed', 'Effect'], rows);
}

/** An option that several commands of a group share is only listed with the first of them. */
function commands(): string {
  const told = new Set<string>();
  const rows = COMMANDS.flatMap(({ name: command, usage, summary, options }) => [
    [`\`${usage}\``, summary],
    ...Object.entries(options).flatMap(([name, { short, value, help }]) => {
      const flag = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
      const key = `${command.split(' ')[0]} ${flag} ${help}`;
      if (told.has(key)) return [];
      told.add(key);
      return [[`&nbsp;&nbsp;\`${flag}\``, help]];
    }),
  ]);
  return table(['Command', 'What it does'], rows);
}

function tools(): string {
  // An empty store, because the tool is only described and never called.
  const artifact = artifactTool(createMemoryArtifactStore(), undefined);
  const described = [...TOOLS.map((tool) => describeTool(tool, undefined)), describeSharedTool(artifact, false)];
  const parts = described.map(({ name: tool, inputSchema, description }) => {
    const required = new Set(inputSchema['required'] as string[]);
    const properties = Object.entries(inputSchema['properties'] as Record<string, Property>);
    const rows = properties.map(([name, property]) => [
      `\`${name}\`${required.has(name) ? ' (required)' : ''}`,
      allowed(property),
      property.default === undefined ? '' : `\`${String(property.default)}\``,
      property.description,
    ]);
    return `**\`${tool}\`** — ${description}\n\n${table(['Argument', 'Type', 'Default', 'Meaning'], rows)}`;
  });
  return `${parts.join('\n')}`;
}

function hosts(): string {
  const rows = HOSTS.flatMap(({ setup }) => {
    if (setup === undefined) return [];
    const { title, reach } = setup;
    const { tried, can, cannot } = reach;
    const how = tried === undefined ? 'read, not tried' : `${tried} tried`;
    return [[can === undefined ? title : `${title} (${how})`, can ?? 'nothing', cannot]];
  });
  return table(['Host', 'Its results that can be shortened', 'And that cannot'], rows);
}

function allowed(property: Property): string {
  if (property.const !== undefined) return `\`${property.const}\``;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, type } = property;
  const range = (min: number | undefined, max: number | undefined): string =>
    min === undefined && max === undefined ? '' : ` ${min ?? 0}..${max ?? ''}`;
  if (type === 'string' && maxLength !== undefined) return `string, ${minLength ?? 0}..${maxLength} characters`;
  if (type === 'array') return `array of strings,${range(minItems, maxItems)} items`;
  return `${type}${range(minimum, maximum)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('');
}

if (import.meta.main) {
  for (const page of PAGES) {
    const file = fileURLToPath(new URL(`../${page}`, import.meta.url));
    writeFileSync(file, withTables(readFileSync(file, 'utf8')));
  }
}
