import type { CountTokens } from '../../src/base/tokens/count-tokens.ts';
import type { Carrying } from './carry.ts';
import type { AgainRecord, DefinitionsRecord, LedgerRecord, WholeRecord } from './ledger-record.ts';
import { localDay } from './local-day.ts';
import { DEFINITIONS, NOTHING, type Savings } from './savings.ts';

/** Records of tokens. */
export type TokenRecord = Exclude<LedgerRecord, AgainRecord | WholeRecord>;

export interface CountOptions {
  readonly project: string;
  readonly count: CountTokens;
}

/** Counts the tokens that a record adds to the ledger. */
export function countRecord(record: TokenRecord, { project, count }: CountOptions): Savings {
  const tokens = (text: string, scale = 1): number => Math.round(count(text) * scale);
  const row = { ...NOTHING, day: localDay(record.at), project, shadow: false, calls: 1 };
  const written = record.kind === 'definitions' ? 0 : tokens(record.written ?? '');
  switch (record.kind) {
    case 'definitions':
      if (record.session !== undefined) return { ...row, tool: DEFINITIONS, calls: 0 };
      // Definitions that are listed later belong to a session that is already counted.
      return {
        ...row,
        tool: DEFINITIONS,
        calls: record.own.length === 0 ? 0 : 1,
        definitions: definitionTokens(record, count),
      };
    case 'fetch':
      return { ...row, tool: record.tool, written, fetched: tokens(record.shown, record.scales?.shown) };
    case 'call': {
      const { tool, shadow, raw, shown, scales } = record;
      const call = { ...row, tool, shadow, written, asked: record.asked ? 1 : 0 };
      const seen = tokens(shown, scales?.shown);
      if (record.repeated) return { ...call, fetched: seen };
      return { ...call, raw: raw === shown ? seen : tokens(raw, scales?.raw), shown: seen };
    }
  }
}

/** Returns the tokens that a record adds to its session. The second argument is the record's row. */
export function toCarrying(record: TokenRecord, { raw, shown, fetched }: Savings, count: CountTokens): Carrying {
  const spared = raw - shown - fetched;
  if (record.kind !== 'definitions') return { spared, definitions: 0 };
  return { spared, definitions: definitionTokens(record, count), isAll: record.own.length > 0 };
}

function definitionTokens({ own, others }: DefinitionsRecord, tokens: CountTokens): number {
  const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + tokens(text), 0);
  const added = others.filter(({ listed, straight }) => listed !== straight);
  return sum(own) + sum(added.map(({ listed }) => listed)) - sum(added.map(({ straight }) => straight));
}
