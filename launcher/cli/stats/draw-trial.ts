import { isOver, type Trial } from '../../savings/trial.ts';
import { toCome, trialWords } from './trial-words.ts';

/** Draws the trial for a terminal; undefined means that it has not begun. */
export function drawTrial(trial: Trial | undefined, now: number): string {
  const head = 'Results of your agents’ own tools are measured; none was changed';
  if (trial === undefined) return `${head}\n  ${toCome(trial, now)}`;
  const { shortened, spared, again } = trialWords(trial);
  const next = isOver(trial, now) ? 'mcp-pruner init --on shortens them from now on' : toCome(trial, now);
  return [head, shortened, spared, again, next].join('\n  ');
}
