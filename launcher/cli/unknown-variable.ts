import { VARIABLES } from '../platform/settings/variables.ts';
import { didYouMean } from './did-you-mean.ts';

/**
 * Returns the end of a message about an unknown variable whose name looks like one of ours. Such a typo has no effect
 * and is easy to miss. Undefined for our variables and for those of other programs.
 */
export function whyUnknown(name: string): string | undefined {
  if (!name.startsWith('MCP_PRUNER_') || Object.hasOwn(VARIABLES, name)) return undefined;
  return `no such variable${didYouMean(name, Object.keys(VARIABLES))}`;
}
