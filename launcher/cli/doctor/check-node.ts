import type { Check } from './check.ts';

const MIN = [20, 19] as const;
const SQLITE = [22, 13] as const;

/** Checks that Node is new enough, and reports features that this version lacks. */
export const checkNode: Check = async ({ node }) => {
  const fix = 'install Node 24: nvm install 24, or https://nodejs.org';
  if (!isFrom(node, MIN)) {
    return [{ id: 'node', status: 'FAIL', message: `Node ${node}; ${MIN.join('.')} is the least`, fix }];
  }
  if (!isFrom(node, SQLITE)) {
    const off = `what needs node:sqlite stays off: the savings of stats, the storage of serve`;
    return [{ id: 'node', status: 'WARN', message: `Node ${node}; before ${SQLITE.join('.')} ${off}`, fix }];
  }
  return [{ id: 'node', status: 'PASS', message: `Node ${node}` }];
};

function isFrom(version: string, [major, minor]: readonly [number, number]): boolean {
  const [a = 0, b = 0] = version.split('.').map(Number);
  return a > major || (a === major && b >= minor);
}
