import { localDay } from '../../savings/local-day.ts';
import { leftOf, type Trial } from '../../savings/trial.ts';

const count = new Intl.NumberFormat('en');

const plural = (number: number, one: string, more: string): string =>
  `${count.format(number)} ${number === 1 ? one : more}`;

/** Describes the rest of a trial, as part of a sentence. */
export function toCome(trial: Trial | undefined, now: number): string {
  const { results, until } = leftOf(trial, now);
  const end = until === undefined ? 'for three days at most' : `until ${localDay(until)} at the latest`;
  return `${plural(results, 'result is', 'results are')} still to come, ${end}`;
}

/** Describes the savings and the cost of a trial, each as part of a sentence. */
export function trialWords({ results, shortened, raw, shown, again }: Trial): {
  readonly shortened: string;
  readonly spared: string;
  readonly again: string;
} {
  const share = raw === 0 ? '' : ` (${Math.round(((raw - shown) / raw) * 100)} %)`;
  return {
    shortened: `of ${plural(results, 'result', 'results')} ${count.format(shortened)} would have been shortened`,
    spared: `${count.format(raw - shown)} of ${count.format(raw)} tokens would have been spared${share}`,
    again: `${plural(again, 'later result showed a line', 'later results showed lines')} that would have been left out`,
  };
}
