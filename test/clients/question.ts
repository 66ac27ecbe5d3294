import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { artifactBlocks } from '../../src/artifacts/artifact-blocks.ts';
import { createArtifactId } from '../../src/artifacts/artifact-id.ts';
import { ROOT } from './installed.ts';

/** Arguments of `read` that every client's model uses: a real file of this repository, with a question. */
export const ASKED = {
  file_path: 'launcher/server/modern/input-rounds.ts',
  context_focus_question: 'How long may a client take to come back?',
} as const;

/**
 * Arguments of `artifact` that find a line which the question left out. The id can be computed in advance, because it
 * depends only on the content.
 */
export async function askedBack(tool = 'read'): Promise<{ readonly ref: string; readonly pattern: string }> {
  const id = createArtifactId(tool);
  for await (const block of artifactBlocks(readFileSync(`${ROOT}${ASKED.file_path}`))) await id.add(block);
  return { ref: `ax://${tool}/${await id.finish()}`, pattern: '^function missingCapability' };
}

/** Checks that the model was sent this line with its number. */
export function expectAskedBack(sent: string | undefined): void {
  const raw = readFileSync(`${ROOT}${ASKED.file_path}`, 'utf8').split('\n');
  const at = raw.findIndex((line) => line.startsWith(ELSEWHERE));
  expect(sent).toContain(`${at + 1}:${raw[at]}`);
}

/** A line that answers the question, and one that does not. */
const ANSWER = 'EXPIRY_MS = 600_000';
const ELSEWHERE = 'function missingCapability(';

/**
 * Checks that the model was sent the plain text of a pruned read. It must have the answer and gaps, and must be neither
 * JSON nor the whole file.
 */
export function expectPrunedText(sent: string | undefined, tool = 'read'): asserts sent is string {
  const raw = readFileSync(`${ROOT}${ASKED.file_path}`, 'utf8');
  expect(raw).toContain(ELSEWHERE);
  if (sent === undefined) throw new Error('The model was sent no result');
  expect(sent).toContain(ANSWER);
  expect(sent).not.toContain(ELSEWHERE);
  expect(sent).toMatch(/\(filtered \d+ lines: \d+-\d+\)/);
  expect(sent.length).toBeLessThan(raw.length / 2);
  expect(sent).not.toContain('structuredContent');
  expect(sent).not.toContain('"pruning"');
  const gap = sent.indexOf('(filtered ');
  const lines = sent.trimEnd().slice(gap).split('\n');
  expect(lines.pop()).toContain(`[all of it: artifact ref="ax://${tool}/`);
  const kept = lines.filter((line) => !line.startsWith('(filtered '));
  expect(raw.split('\n')).toEqual(expect.arrayContaining(kept));
}
