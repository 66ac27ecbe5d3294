import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { loadO200k } from '../../src/tokens/o200k.ts';
import { type FromLedger, fromLine, type LedgerPlace } from './ledger-messages.ts';
import { localDay } from './local-day.ts';
import { openSavings } from './open-savings.ts';
import { writeRecords } from './write-records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that are kept. */
const KEPT_DAYS = 400;

// A process of its own: the tokenizer's table alone takes 135 ms to load, which no call is to wait for, and hosts kill
// the server before all is written. It ends by itself when there is no more to write.
const tell = (message: FromLedger): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
try {
  // Calls go first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Where the system does not allow it they share.
}
// The server may be gone: then nobody hears what fails.
process.stdout.on('error', () => {});

async function open({ home, now }: LedgerPlace) {
  const count = await loadO200k();
  const store = await openSavings(home, (to) => tell({ kind: 'set_aside', to }));
  await store.dropBefore(localDay(now - KEPT_DAYS * DAY_MS));
  // Hooks ask about a result within seconds; a session may go on past midnight.
  await store.forgetResultsBefore(localDay(now - DAY_MS));
  return { count, store };
}

async function run(): Promise<void> {
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  try {
    for await (const line of createInterface(process.stdin)) {
      const message = fromLine(line);
      opened ??= await open(message.place);
      await writeRecords(message, opened.store, opened.count);
    }
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  opened?.store.close();
}

await run();
// Where it has failed its stdin is still open, and the server may live for days.
process.stdout.write('', () => process.exit());
