import { createHash } from 'node:crypto';

/** A line, or the piece of a long line, that a label names. */
export interface Labelled {
  /** 1-based. */
  readonly line: number;
  /** Start and end of the piece in the line; undefined for the whole line. */
  readonly piece: readonly [from: number, to: number] | undefined;
  readonly hash: string;
}

const LABEL = /^(\d+)(?:@(\d+)-(\d+))?:(.+)$/;

export function parseLabel(label: string): Labelled {
  const [, line, from, to, hash = ''] = LABEL.exec(label) ?? [];
  return { line: Number(line), piece: from === undefined ? undefined : [Number(from), Number(to)], hash };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Returns the labelled text, or undefined if the line or the piece is not there. */
export function labelledText({ line, piece }: Labelled, lines: readonly string[]): string | undefined {
  const whole = lines[line - 1];
  return piece === undefined ? whole : whole?.slice(...piece);
}

/** Returns those of the labels that do not fit the text. */
export function labelFaults(labels: readonly string[], text: string): readonly string[] {
  const lines = linesOf(text);
  return labels.filter((one) => {
    const label = parseLabel(one);
    return hashOf(labelledText(label, lines) ?? '') !== label.hash;
  });
}
