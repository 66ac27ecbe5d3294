import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { labelFaults } from './label-faults.ts';
import {
  type LabelledOutput,
  type OutputCase,
  PACKED,
  PART_NAMES,
  type PartName,
  partOf,
  readPart,
  SET_NAMES,
  writePart,
} from './labelled-set.ts';
import { parseLabels } from './parse-labels.ts';

export const HELP: string = `Lists, shows, adds and changes labelled outputs. They are kept compressed, one file for each part of a set.

Usage: node test/bench/outputs/labels.ts COMMAND

  list [PART]                      one output a line: id, part, exit code, lines, questions and command
  show ID [labels | text]          its labels as JSON, then its text; or only one of the two
  add SET LABELS.json TEXT.txt     adds an output to a set; its half follows from its id
  change ID FILE...                replaces its labels (a .json file), its text (a .txt file) or both

PART is one of ${PART_NAMES.join(', ')}.
SET is one of ${SET_NAMES.join(', ')}. ID is PROGRAM/NAME.

To change labels, save what "show ID labels" prints and edit it. Labels are checked against the text before anything is
written. Do not look into third-held-out while you tune the engine: only its totals are read.
`;

/**
 * Runs the command line on the files in a folder, and returns the text to print. Throws before it would write a faulty
 * label.
 */
export function runLabels(args: readonly string[], folder: URL = PACKED): string {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h', default: false } },
    allowPositionals: true,
  });
  const [command, of = '', ...rest] = positionals;
  if (values.help || command === undefined) return HELP;
  switch (command) {
    case 'list':
      return list(of === '' ? PART_NAMES : [oneOf('part', PART_NAMES, of)], folder);
    case 'show':
      return show(find(of, folder).output, rest[0]);
    case 'add':
      return add(of, rest, folder);
    case 'change':
      return change(of, rest, folder);
    default:
      throw new Error(`unknown command "${command}": expected list, show, add or change`);
  }
}

function list(parts: readonly PartName[], folder: URL): string {
  const rows = parts.flatMap((part) =>
    readPart(part, folder).map(({ id, exitCode = 0, text, questions, command }) => {
      const counts = `exit ${exitCode}, ${text.split('\n').length} lines, ${questions.length} questions`;
      return `${id}  ${part}  ${counts}  ${command}\n`;
    }),
  );
  return rows.join('');
}

function show({ id, text, ...labels }: OutputCase, what: string | undefined): string {
  const json = `${JSON.stringify(labels, undefined, 2)}\n`;
  if (what === undefined) return `${json}\n${text}`;
  return oneOf('part of an output', ['labels', 'text'], what) === 'labels' ? json : text;
}

function add(given: string, files: readonly string[], folder: URL): string {
  const set = oneOf('set', SET_NAMES, given);
  const { labels, text } = readFiles(files);
  if (labels === undefined || text === undefined) throw new Error('cannot add: expected LABELS.json and TEXT.txt');
  const output = toCase(labels, text);
  const known = all(folder).find((one) => one.output.id === output.id);
  if (known !== undefined) throw new Error(`cannot add "${output.id}": ${known.part} has it; use change`);
  const part = partOf(set, output.id);
  writePart(part, [...readPart(part, folder), output], folder);
  return `added ${output.id} to ${part}\n`;
}

function change(id: string, files: readonly string[], folder: URL): string {
  const { part, output } = find(id, folder);
  const { labels, text } = readFiles(files);
  if (labels === undefined && text === undefined)
    throw new Error('cannot change: expected LABELS.json, TEXT.txt or both');
  const { id: _, text: oldText, ...oldLabels } = output;
  const changed = toCase(labels ?? oldLabels, text ?? oldText);
  if (changed.id !== id)
    throw new Error(`cannot rename "${id}" to "${changed.id}": an id says which half an output is in`);
  const others = readPart(part, folder).filter((one) => one.id !== id);
  writePart(part, [...others, changed], folder);
  return `changed ${id} in ${part}\n`;
}

function toCase(labels: LabelledOutput, text: string): OutputCase {
  const output = { ...labels, text, id: `${labels.program}/${labels.name}` };
  const faults = labelFaults(output);
  if (faults.length > 0) throw new Error(`cannot keep "${output.id}":\n${faults.map((one) => `  ${one}`).join('\n')}`);
  return output;
}

interface GivenFiles {
  readonly labels?: LabelledOutput;
  readonly text?: string;
}

function readFiles(files: readonly string[]): GivenFiles {
  const read = files.map((file): GivenFiles => {
    if (file.endsWith('.json')) return { labels: parseLabels(readFileSync(file, 'utf8'), file) };
    if (file.endsWith('.txt')) return { text: readFileSync(file, 'utf8') };
    throw new Error(`cannot tell what "${file}" is: expected labels in a .json file or a text in a .txt file`);
  });
  return Object.assign({}, ...read) as GivenFiles;
}

interface Found {
  readonly part: PartName;
  readonly output: OutputCase;
}

function all(folder: URL): readonly Found[] {
  return PART_NAMES.flatMap((part) => readPart(part, folder).map((output) => ({ part, output })));
}

function find(id: string, folder: URL): Found {
  const found = all(folder).find(({ output }) => output.id === id);
  if (found === undefined) throw new Error(`there is no output "${id}": expected an id that list prints`);
  return found;
}

function oneOf<Name extends string>(what: string, names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new Error(`unknown ${what} "${given}": expected ${names.join(', ')}`);
  return found;
}

if (import.meta.main) {
  try {
    process.stdout.write(runLabels(process.argv.slice(2)));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
