import { expect, test } from 'vitest';
import { whyNotStored } from '../../../../launcher/platform/paths/why-not-stored.ts';

const ELSEWHERE = 'make it writable, or set MCP_PRUNER_HOME to a folder that is';

test.each([
  ['ENOSPC', 'the disk is full; free space on that disk'],
  ['EDQUOT', 'your disk quota is used up; free space on that disk'],
  ['EROFS', `the file system is read-only; ${ELSEWHERE}`],
  ['EACCES', `permission denied; ${ELSEWHERE}`],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
])('what helps against %s', (code, said) => {
  expect(whyNotStored(Object.assign(new Error('no'), { code }))).toBe(said);
});
