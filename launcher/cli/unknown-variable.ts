import { VARIABLES } from '../platform/settings/variables.ts';
import { didYouMean } from './did-you-mean.ts';

/**
 * Returns the end of a message about a name that looks like one of our variables but is none, since such a typo has no
 * effect and is easy to miss. Undefined for a variable of ours or of others.
 */
export function whyUnknown(name: string): string | undefined {
  if (!name.startsWith('MCP_PRUNER_') || Object.hasOwn(VARIABLES, name)) return undefined;
  return `no such variable${didYouMean(name, Object.keys(VARIABLES))}`;
}
