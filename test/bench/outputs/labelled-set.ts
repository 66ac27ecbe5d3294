import { readFileSync, writeFileSync } from 'node:fs';
import { packLines, unpackLines } from '../packed-lines.ts';
import { type Half, halfOf } from './half-of.ts';

/**
 * One line of an output, 1-based. `text` is the whole line, or only the part that answers if the line is longer than
 * 400 characters.
 */
export interface LabelledLine {
  readonly line: number;
  readonly text: string;
}

/** A fact that an answer must hold: a line, one of several lines, or any line that contains `anyWith`. */
export type Fact =
  | LabelledLine
  | { readonly anyOf: readonly LabelledLine[] }
  | { readonly anyWith: string; readonly lines: number };

/** A question with its facts; `answer: 'none'` marks a question that the output cannot answer. */
export type LabelledQuestion =
  | { readonly ask: string; readonly facts: readonly Fact[] }
  | { readonly ask: string; readonly answer: 'none' };

export interface LabelledOutput {
  readonly program: string;
  readonly name: string;
  readonly command: string;
  /** The path given to the read tool. Absent if a command printed the text. */
  readonly path?: string | undefined;
  /** Default: 0. */
  readonly exitCode?: number | undefined;
  /** Lines that say what failed. Present exactly if `exitCode` is. */
  readonly failure?: readonly Fact[] | undefined;
  readonly questions: readonly LabelledQuestion[];
}

export interface OutputCase extends LabelledOutput {
  /** `program/name`, unique across all sets. Decides the output's half. */
  readonly id: string;
  readonly text: string;
}

export const SET_NAMES = ['first', 'second', 'third'] as const;

/** `first` and `third` are split into two halves; `second` is measured as a whole. */
export type SetName = (typeof SET_NAMES)[number];

/** The outputs that are stored in one file: a half of a set, or the second set. */
export type PartName = `${'first' | 'third'}-${Half}` | 'second';

export const PART_NAMES: readonly PartName[] = [
  'first-fitting',
  'first-held-out',
  'second',
  'third-fitting',
  'third-held-out',
];

/** The part of a set that an output belongs to. */
export function partOf(set: SetName, id: string): PartName {
  return set === 'second' ? set : `${set}-${halfOf(id)}`;
}

/** The folder of the compressed parts. */
export const PACKED: URL = new URL('packed/', import.meta.url);

function fileOf(part: PartName, folder: URL): URL {
  return new URL(`${part}.jsonl.br`, folder);
}

/** Reads the labelled outputs of one part with their texts, ordered by id. */
export function readPart(part: PartName, folder: URL = PACKED): readonly OutputCase[] {
  return unpackLines<Omit<OutputCase, 'id'>>(readFileSync(fileOf(part, folder))).map((output) => {
    return { ...output, id: `${output.program}/${output.name}` };
  });
}

/** Replaces a part, ordered by id. */
export function writePart(part: PartName, outputs: readonly OutputCase[], folder: URL = PACKED): void {
  const stored = byId(outputs).map(({ id, ...rest }) => rest);
  writeFileSync(fileOf(part, folder), packLines(stored));
}

/** Reads every labelled output of a set, ordered by id. */
export function readSet(set: SetName = 'first'): readonly OutputCase[] {
  const parts = PART_NAMES.filter((part) => part.startsWith(set));
  return byId(parts.flatMap((part) => readPart(part)));
}

function byId(outputs: readonly OutputCase[]): readonly OutputCase[] {
  return outputs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
