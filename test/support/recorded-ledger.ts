import type { GivenRecord } from '../../launcher/savings/ledger-record.ts';
import type { SavingsLedger } from '../../launcher/savings/savings-ledger.ts';

export interface RecordedLedger {
  readonly ledger: SavingsLedger;
  readonly records: readonly GivenRecord[];
  /** Resolves once there are `count` records, because shadow mode measures after the answer. */
  recorded(count: number): Promise<readonly GivenRecord[]>;
}

/** A ledger that keeps its records in memory. */
export function recordedLedger(): RecordedLedger {
  const records: GivenRecord[] = [];
  let heard = (): void => {};
  const ledger: SavingsLedger = {
    record: (record) => {
      records.push(JSON.parse(JSON.stringify(record)) as GivenRecord);
      heard();
    },
    close: async () => {},
  };
  return {
    ledger,
    records,
    recorded: (count) =>
      new Promise((resolve) => {
        heard = () => {
          if (records.length >= count) resolve(records);
        };
        heard();
      }),
  };
}
