import { VALUES } from '../../../../src/engine/keep/asked-values.ts';
import { ABOUT } from '../../../../src/engine/score/order/deciding-columns.ts';
import { withoutItem } from './policy-rules.ts';
import type { Rule } from './rule.ts';

/** Rows of the engine's tables of question words. */
export function tableRules(): readonly Rule[] {
  const values = VALUES.map(({ asked }, at) => rowRule('Values that are asked for', VALUES, at, asked));
  return [...values, ...ABOUT.map(([asked], at) => rowRule('Columns that are asked for', ABOUT, at, asked))];
}

function rowRule<Row>(group: string, table: readonly Row[], at: number, asked: RegExp): Rule {
  return {
    ...{ group, name: `${at + 1}: ${asked.source}` },
    applies: (_, ask) => asked.test(ask),
    takeOut: () => withoutItem(table, at),
  };
}
