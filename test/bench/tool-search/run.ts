import { figuresOf, indexRecorded } from './figures.ts';
import { PEOPLE_SAY, PEOPLE_SAY_HELD_OUT } from './people-say.ts';
import { ALSO_TUNED_BY, HELD_OUT, TUNED_BY } from './requests.ts';
import { RECORDED, RECORDED_UNSEEN } from './tools.ts';
import { UNSEEN } from './unseen-requests.ts';

/** `pnpm bench:tool-search [--misses]`: measures how often the right tool is found first, or among the first five. */
function main(showMisses: boolean): void {
  const index = indexRecorded();
  console.log(`${index.tools} tools of ${index.servers} servers`);
  const heldOut = { 'held out': HELD_OUT, 'everyday words, held out': PEOPLE_SAY_HELD_OUT };
  const sets = { 'tuned by': TUNED_BY, 'tuned by too': ALSO_TUNED_BY, 'everyday words': PEOPLE_SAY, ...heldOut };
  for (const [title, requests] of Object.entries(sets)) {
    const { first, five, missed } = figuresOf(index, requests);
    console.log(`${title}: first ${first} of ${requests.length}, among the first five ${five}`);
    // Misses of held-out requests are never shown, because whoever sees them would tune by them.
    if (showMisses && !(title in heldOut)) for (const line of missed) console.log(`  ${line}`);
  }
  const recordings = { alone: [RECORDED_UNSEEN], 'with the others': [RECORDED_UNSEEN, RECORDED] };
  for (const [title, lists] of Object.entries(recordings)) {
    const unseen = indexRecorded(...lists);
    const { first, five } = figuresOf(unseen, UNSEEN);
    console.log(
      `unseen servers ${title}, ${unseen.tools} tools: first ${first} of ${UNSEEN.length}, among the first five ${five}`,
    );
  }
}

main(process.argv.includes('--misses'));
