import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import { whileCounting } from './counting.ts';
import { type FromLedger, fromLine, type LedgerPlace } from './ledger-messages.ts';
import { localDay } from './local-day.ts';
import { openSavings } from './open-savings.ts';
import { writeRecords } from './write-records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Max age of rows, in days. */
const KEPT_DAYS = 400;

// This file runs as a separate process for two reasons. Loading the tokenizer takes 135 ms, which no call should wait
// for. And hosts kill the server before everything is written. The process exits when there is nothing left to write.
const tell = (message: FromLedger): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
try {
  // Calls have priority over counting.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Without permission to lower the priority, counting competes with calls for the CPU.
}
// The server may have exited. Then writing fails, and the errors can be ignored.
process.stdout.on('error', () => {});

async function open({ home, now }: LedgerPlace) {
  const count = await loadO200k();
  const store = await openSavings(home, (to) => tell({ kind: 'set_aside', to }));
  await store.dropBefore(localDay(now - KEPT_DAYS * DAY_MS));
  // Keep names for a day: hooks ask about a result within seconds, but a session may continue past midnight.
  await store.forgetResultsBefore(localDay(now - DAY_MS));
  return { count, store };
}

async function run(): Promise<void> {
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  try {
    for await (const line of createInterface(process.stdin)) {
      const message = fromLine(line);
      const write = async (): Promise<void> => {
        opened ??= await open(message.place);
        await writeRecords(message, opened.store, opened.count);
      };
      // A server that just started only lists its definitions.
      const hasResults = message.records.some(({ kind }) => kind !== 'definitions');
      await (hasResults ? whileCounting(message.place.home, write) : write());
    }
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  opened?.store.close();
}

await run();
// Exit explicitly: after a failure stdin is still open, and the server may run for days.
process.stdout.write('', () => process.exit());
