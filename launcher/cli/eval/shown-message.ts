import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { printable } from '../printable.ts';

/** An error's message as a terminal may have it: it quotes paths, and what git says of a repository's configuration. */
export function shownMessage(message: string): string {
  return printable(redactSecrets(message));
}
