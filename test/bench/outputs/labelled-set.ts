import { readdirSync, readFileSync } from 'node:fs';

/** One line of an output, 1-based. Of a line over 400 characters `text` is the part that answers, else all of it. */
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
  readonly name: string;
  readonly command: string;
  /** The path as the read tool was given it. Absent: a command printed the text. */
  readonly path?: string;
  /** Absent: 0. */
  readonly exitCode?: number;
  /** Lines that tell what failed; there are some exactly where `exitCode` is. */
  readonly failure?: readonly Fact[];
  readonly questions: readonly LabelledQuestion[];
}

export interface OutputCase extends LabelledOutput {
  readonly program: string;
  /** `program/name`: where its text stands, and what its half is drawn by. No other output of any set has it. */
  readonly id: string;
  readonly text: string;
}

/** `first` and `third` are split into two halves; `second` is measured as a whole. */
export type SetName = 'first' | 'second' | 'third';

/** Folder of each set. */
export const FOLDERS: Readonly<Record<SetName, URL>> = {
  first: new URL('./', import.meta.url),
  second: new URL('second/', import.meta.url),
  third: new URL('third/', import.meta.url),
};

/** Every labelled output of a set with its text, ordered by program. */
export function readSet(set: SetName = 'first'): readonly OutputCase[] {
  const cases = new URL('cases/', FOLDERS[set]);
  return readdirSync(cases)
    .sort()
    .flatMap((file) => {
      const { program, outputs } = JSON.parse(readFileSync(new URL(file, cases), 'utf8')) as {
        readonly program: string;
        readonly outputs: readonly LabelledOutput[];
      };
      return outputs.map((output) => {
        const id = `${program}/${output.name}`;
        return { ...output, program, id, text: readFileSync(new URL(`texts/${id}.txt`, FOLDERS[set]), 'utf8') };
      });
    });
}
