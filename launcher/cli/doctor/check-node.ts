import { isVersionFrom } from '../../platform/text/is-version-from.ts';
import type { Check } from './check.ts';

const MIN = '20.19';
const SQLITE = '22.13';

/** Checks that Node is new enough, and reports features that this version lacks. */
export const checkNode: Check = async ({ node }) => {
  const fix = 'install Node 24: nvm install 24, or https://nodejs.org';
  if (!isVersionFrom(node, MIN)) {
    return [{ id: 'node', status: 'FAIL', message: `Node ${node}; expected ${MIN} or newer`, fix }];
  }
  if (!isVersionFrom(node, SQLITE)) {
    const off = `without node:sqlite, stats counts nothing and serve stores nothing`;
    return [{ id: 'node', status: 'WARN', message: `Node ${node}; before ${SQLITE} ${off}`, fix }];
  }
  return [{ id: 'node', status: 'PASS', message: `Node ${node}` }];
};
