import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A real output of a program with the questions that were labelled for it. */
export interface LabelledOutput {
  /** `program/name`. */
  readonly id: string;
  readonly program: string;
  readonly command: string;
  /** Path of the file, if a file was read. */
  readonly path: string | undefined;
  readonly exitCode: number;
  readonly questions: readonly string[];
  readonly text: string;
}

const FOLDER = new URL('../../bench/outputs/packed/', import.meta.url);
const PARTS = ['first-fitting', 'first-held-out', 'second', 'third-fitting', 'third-held-out'];

interface Stored {
  readonly program: string;
  readonly name: string;
  readonly command: string;
  readonly path?: string;
  readonly exitCode?: number;
  readonly questions: readonly { readonly ask: string }[];
  readonly text: string;
}

/** Reads all labelled outputs, ordered by id. */
export function readLabelledOutputs(): readonly LabelledOutput[] {
  const stored = PARTS.flatMap((part) => {
    const lines = brotliDecompressSync(readFileSync(new URL(`${part}.jsonl.br`, FOLDER))).toString('utf8');
    return lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Stored);
  });
  return stored
    .map(({ program, name, command, path, exitCode = 0, questions, text }) => ({
      ...{ id: `${program}/${name}`, program, command, path, exitCode, text },
      questions: questions.map(({ ask }) => ask),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Takes every `step`th of a list, from `start` on: a sample that stays the same. */
export function everyOf<T>(list: readonly T[], step: number, start = 0): readonly T[] {
  return list.filter((_, at) => at % step === start);
}
