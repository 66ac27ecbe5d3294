import type { ArtifactArguments } from './artifact-arguments.ts';
import { type ArtifactCall, wholeOf } from './artifact-call.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import { textSource } from './byte-source.ts';
import { findLine } from './find-line.ts';
import { innerBytes } from './json-bytes.ts';
import { MADE_LATER, openMade } from './made-artifact.ts';
import { fromPageCursor } from './page-cursor.ts';
import { partOfLine } from './part-of-line.ts';
import { pruneLines } from './prune-lines.ts';
import type { Position, Reading } from './reading.ts';
import { textAtPath } from './text-at-path.ts';

/** Max share of a page for the pattern, which the cursor repeats. */
const PATTERN_SHARE = 1 / 16;
const START: Position = { offset: 0, line: 1, inside: false };

/** Opens the selection that the arguments of a first call make. */
export async function begin(call: ArtifactCall, args: ArtifactArguments): Promise<Reading> {
  const { pattern = '', context_focus_question: question } = args;
  checkSelection(args, call.frame.maxBytes);
  const reading: Reading = { ...(await select(call, args)), pattern };
  const { source, from, lastLine } = reading;
  if (question === undefined) return reading;
  const pruned = await pruneLines(source, { from, lastLine }, question, call);
  if (pruned.kind === 'whole')
    return { ...reading, notice: `Not pruned because ${pruned.why}: this is the whole selection` };
  return { ...reading, source: textSource(pruned.text), kind: 'q', madeId: MADE_LATER, from: START, lastLine: 0 };
}

/** Selects the requested lines, or part of one. */
async function select(call: ArtifactCall, args: ArtifactArguments): Promise<Omit<Reading, 'pattern'>> {
  const { start_line: first = 1, end_line: last = 0, start_char: firstChar, end_char: lastChar } = args;
  const stored = wholeOf(call);
  const source = args.path === undefined ? stored : textSource(await textAtPath(stored, args.path));
  const kind = args.path === undefined ? '' : 'v';
  const from = await findLine(source, first, call.signal);
  if (firstChar === undefined && lastChar === undefined) {
    return { source, kind, madeId: kind && MADE_LATER, from, lastLine: last };
  }
  const part = await partOfLine(source, from, { first: firstChar, last: lastChar }, call.signal);
  return { source: textSource(part), kind: 'q', madeId: MADE_LATER, from: START, lastLine: 0 };
}

function checkSelection(args: ArtifactArguments, maxBytes: number): void {
  const { start_line: first = 1, end_line: last, pattern = '', context_focus_question: question } = args;
  const { start_char: firstChar, end_char: lastChar } = args;
  if (last !== undefined && last < first) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      `cannot read lines ${first} to ${last}: end_line is before start_line`,
    );
  }
  if ((firstChar !== undefined || lastChar !== undefined) && last !== undefined && last !== first) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      `cannot read lines ${first} to ${last}: start_char and end_char select within one line; leave out end_line`,
    );
  }
  if (lastChar !== undefined && lastChar < (firstChar ?? 1)) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      `cannot read characters ${firstChar} to ${lastChar}: end_char is before start_char`,
    );
  }
  if (pattern !== '' && question !== undefined) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      'cannot use both pattern and context_focus_question: give only one of them',
    );
  }
  const max = Math.floor(maxBytes * PATTERN_SHARE);
  if (innerBytes(pattern) > max) {
    throw new ArtifactToolError('INVALID_PATTERN', `cannot search for the pattern: expected at most ${max} bytes`);
  }
}

/** Reopens the selection of a cursor. The cursor holds all of it, so other arguments are ignored. */
export async function goOn(call: ArtifactCall, cursor: string): Promise<Reading> {
  const place = fromPageCursor(call.info.ref, cursor);
  if (place === undefined) {
    throw new ArtifactToolError(
      'INVALID_CURSOR',
      `cannot continue "${call.info.ref}": the cursor is not valid for this ref; call again without cursor`,
    );
  }
  return { ...place, source: place.kind === '' ? wholeOf(call) : await openMade(call, place.madeId) };
}
