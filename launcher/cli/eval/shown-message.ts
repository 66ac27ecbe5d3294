import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { printable } from '../printable.ts';

/**
 * Makes an error's message safe to show in a terminal. It may quote paths and git's words about a repository's
 * configuration.
 */
export function shownMessage(message: string): string {
  return printable(redactSecrets(message));
}
