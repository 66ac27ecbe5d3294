import { readFileSync } from 'node:fs';
import { seededOrder } from '../mined/history/seeded-order.ts';

/**
 * `node test/bench/sessions/draw.ts SEED`: the order in which repositories of pool.txt are drawn. The pool holds public
 * repositories with settings of a recorder of sessions, without those that were opened before.
 */
const names = readFileSync(new URL('pool.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
process.stdout.write(`${seededOrder(names, Number(process.argv[2] ?? 1)).join('\n')}\n`);
