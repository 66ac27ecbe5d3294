import { readFileSync } from 'node:fs';
import { seededOrder } from '../mined/history/seeded-order.ts';

/**
 * `node test/bench/sessions/draw.ts SEED`: prints the repositories of pool.txt in random order. The pool has public
 * repositories with settings of a session recorder, except for those that were opened before.
 */
const names = readFileSync(new URL('pool.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
process.stdout.write(`${seededOrder(names, Number(process.argv[2] ?? 1)).join('\n')}\n`);
