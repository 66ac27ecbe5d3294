import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import { pruneText } from '../../src/engine/embedded.ts';
import { ROOT } from '../runtime/started.ts';
import type { Figure } from './figure.ts';

const RATIOS = [0.1, 0.2, 0.3, 0.5];
/** This repository's own sources and pages, and recorded results of servers. */
const TEXTS = ['src/**/*.ts', 'launcher/**/*.ts', 'worker/**/*.ts*', '*.md', 'docs/*.md', 'test/fixtures/**/*.json'];
/** Limits in UTF-16 units. In a shorter text, one line is a large share; a longer text takes too long. */
const LENGTHS = { min: 4000, max: 300_000 };
const QUESTIONS = [
  'how is an error told to the caller?',
  'where is the budget computed and what limits it?',
  'which function writes the artifact?',
];

/** Measures how much of a given ratio the embedded engine uses. The engine is not fitted on these texts. */
export async function* benchRatio(): AsyncGenerator<Figure> {
  const count = await loadO200k();
  const texts = TEXTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
    .filter(({ text }) => text.length >= LENGTHS.min && text.length <= LENGTHS.max);
  for (const ratio of RATIOS) {
    const used = texts.flatMap(({ file, text }) => {
      const allowed = count(text) * ratio;
      return QUESTIONS.map((question) => {
        return count(pruneText({ text, question, targetRatio: ratio, path: file }).text) / allowed;
      });
    });
    used.sort((a, b) => a - b);
    const mean = used.reduce((sum, one) => sum + one, 0) / used.length;
    const p95 = used[Math.floor(used.length * 0.95)] as number;
    yield {
      name: `pruner, left unused of a ratio of ${ratio * 100} %`,
      measured: 1 - mean,
      unit: 'times',
      goal: 0.03,
      note: `of the tokens (o200k) that the ratio allows, mean of ${used.length}; used at the 95th of 100: ${p95.toFixed(3)}`,
    };
  }
}
