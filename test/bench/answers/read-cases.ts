import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unpackLines } from '../packed-lines.ts';
import { type AnswerCase, type Part, partOf, toAnswerCase } from './answer-case.ts';

/** Cases by group: those of the open part as lines of JSON, those of the held part compressed, so that no search shows them. */
const CASES = new URL('cases/', import.meta.url);
/** Texts of this set by group: own runs, and texts that are rebuilt in the form of a real one. */
const TEXTS = new URL('texts/', import.meta.url);

interface StoredText {
  readonly name: string;
  readonly text?: string;
  /** Bytes of a text that is not UTF-8, as base64. */
  readonly bytes?: string;
}

/** Reads the cases of a part, ordered by id. */
export function readCases(part: Part): readonly AnswerCase[] {
  return readdirSync(CASES)
    .filter((file) => file.includes(`.${part}.`))
    .flatMap((file) => readLines(new URL(file, CASES)).map(toAnswerCase))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function readLines(file: URL): readonly unknown[] {
  const bytes = readFileSync(file);
  if (file.pathname.endsWith('.br')) return unpackLines(bytes);
  const lines = bytes.toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

/** Reads the texts of this set, by name. */
export function readTexts(): ReadonlyMap<string, Buffer> {
  const files = existsSync(TEXTS) ? readdirSync(TEXTS) : [];
  const stored = files.flatMap((file) => unpackLines<StoredText>(readFileSync(new URL(file, TEXTS))));
  const toBytes = ({ text, bytes = '' }: StoredText): Buffer =>
    text === undefined ? Buffer.from(bytes, 'base64') : Buffer.from(text);
  return new Map(stored.map((one) => [one.name, toBytes(one)]));
}

/** Lists the cases that stand in the wrong part's file. */
export function misplaced(): readonly string[] {
  const wrong = (part: Part): readonly AnswerCase[] => readCases(part).filter(({ id }) => partOf(id) !== part);
  return [...wrong('open'), ...wrong('held')].map(({ id }) => id);
}
