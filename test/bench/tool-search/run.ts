import { figuresOf, indexRecorded } from './figures.ts';
import { ALSO_TUNED_BY, HELD_OUT, TUNED_BY } from './requests.ts';

/** `pnpm bench:tool-search [--misses]`: how often the right one of many tools is found, as the first or among the first five. */
function main(showMisses: boolean): void {
  const index = indexRecorded();
  console.log(`${index.tools} tools of ${index.servers} servers`);
  const sets = { 'tuned by': TUNED_BY, 'tuned by too': ALSO_TUNED_BY, 'held out': HELD_OUT };
  for (const [title, requests] of Object.entries(sets)) {
    const { first, five, missed } = figuresOf(index, requests);
    console.log(`${title}: first ${first} of ${requests.length}, among the first five ${five}`);
    // Who sees what is missed of the others tunes by them.
    if (showMisses && requests !== HELD_OUT) for (const line of missed) console.log(`  ${line}`);
  }
}

main(process.argv.includes('--misses'));
