import type { CountTokens } from '../../src/tokens/count-tokens.ts';
import type { DefinitionsRecord, LedgerRecord } from './ledger-record.ts';
import { localDay } from './local-day.ts';
import { DEFINITIONS, NOTHING, type Savings } from './savings.ts';

export interface CountOptions {
  readonly project: string;
  readonly count: CountTokens;
}

/** What a record adds to the ledger. */
export function countRecord(record: LedgerRecord, { project, count }: CountOptions): Savings {
  const tokens = (text: string, scale = 1): number => Math.round(count(text) * scale);
  const row = { ...NOTHING, day: localDay(record.at), project, shadow: false, calls: 1 };
  switch (record.kind) {
    case 'definitions':
      // What comes later in a session is of the same.
      return {
        ...row,
        tool: DEFINITIONS,
        calls: record.own.length === 0 ? 0 : 1,
        definitions: definitionTokens(record, count),
      };
    case 'fetch':
      return { ...row, tool: record.tool, fetched: tokens(record.shown, record.scales?.shown) };
    case 'call': {
      const { tool, shadow, raw, shown, scales } = record;
      const call = { ...row, tool, shadow, asked: record.asked ? 1 : 0 };
      const seen = tokens(shown, scales?.shown);
      if (record.repeated) return { ...call, fetched: seen };
      return { ...call, raw: raw === shown ? seen : tokens(raw, scales?.raw), shown: seen };
    }
  }
}

function definitionTokens({ own, others }: DefinitionsRecord, tokens: CountTokens): number {
  const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + tokens(text), 0);
  const added = others.filter(({ listed, straight }) => listed !== straight);
  return sum(own) + sum(added.map(({ listed }) => listed)) - sum(added.map(({ straight }) => straight));
}
