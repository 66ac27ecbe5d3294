import { bash } from './bash/definition.ts';
import type { AnyTool } from './definition.ts';
import { grep } from './grep/definition.ts';
import { read } from './read/definition.ts';

/** All tools of the launcher, in the order of `tools/list`. */
export const TOOLS: readonly AnyTool[] = [read, bash, grep];
