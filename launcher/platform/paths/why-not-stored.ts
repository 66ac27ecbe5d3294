import { errnoOf } from './errno-of.ts';
import { errnoWords } from './errno-words.ts';

const ELSEWHERE = 'make it writable, or set MCP_PRUNER_HOME to a folder that is';

/** How to store our data in spite of a system error, by its code. */
const MEND: Readonly<Record<string, string>> = {
  ENOSPC: 'free space on that disk',
  EDQUOT: 'free space on that disk',
  EROFS: ELSEWHERE,
  EACCES: ELSEWHERE,
  EPERM: ELSEWHERE,
};

/** Describes the error of a write below MCP_PRUNER_HOME, and how to mend it. */
export function whyNotStored(error: unknown): string {
  const mend = MEND[errnoOf(error) ?? ''];
  return mend === undefined ? errnoWords(error) : `${errnoWords(error)}; ${mend}`;
}
