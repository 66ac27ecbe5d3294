import type { Fields } from '../../../src/transcripts/fields.ts';

/** True if the host has moved a result to a file and shows almost none of it. Used in a process that loads no host. */
export function isInCopilotsFile(host: string, { toolResult: result }: Fields): boolean {
  const { textResultForLlm: text } = (result ?? {}) as { readonly textResultForLlm?: unknown };
  return host === 'copilot' && typeof text === 'string' && text.startsWith('Output too large to read at once (');
}
