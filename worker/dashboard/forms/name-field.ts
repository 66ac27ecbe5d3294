import { NAME } from '../../routes/teams/name.ts';

/** Returns an error message for an invalid name; undefined for a valid one. */
export function nameError(name: string): string | undefined {
  if (name === '') return 'Enter a name';
  return NAME.test(name) ? undefined : 'Enter a name of at most 100 characters on one line, without control characters';
}
