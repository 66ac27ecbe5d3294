import { parentPort, workerData } from 'node:worker_threads';
import { loadO200k } from '../../src/tokens/o200k.ts';
import { countRecord } from './count-record.ts';
import type { FromLedger, LedgerPlace, ToLedger } from './ledger-messages.ts';
import { localDay } from './local-day.ts';
import { openSavings } from './open-savings.ts';
import { createRepeatedReads } from './repeated-reads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that are kept. */
const KEPT_DAYS = 400;

// A thread of its own: the tokenizer's table alone takes 135 ms to load, which no call is to wait for.
const { home, project, run, now } = workerData as LedgerPlace;
const port = parentPort;
if (port === null) throw new Error('The ledger runs as a thread');
const tell = (message: FromLedger): void => port.postMessage(message);
const reads = createRepeatedReads();

const opened = (async () => {
  const count = await loadO200k();
  const store = await openSavings(home, (to) => tell({ kind: 'set_aside', to }));
  await store.dropBefore(localDay(now - KEPT_DAYS * DAY_MS));
  return { count, store };
})();
opened.catch(() => {});

let last = Promise.resolve();
port.on('message', (message: ToLedger) => {
  last = last.then(() => take(message));
});

async function take(message: ToLedger): Promise<void> {
  try {
    if (message.kind === 'records') {
      const { count, store } = await opened;
      const rows = message.records.map((record) => countRecord(record, { project, count, reads }));
      await store.add(rows, run);
    }
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  tell({ kind: 'done', number: message.number });
}
