import type { Action } from '../../../../src/sessions/actions/action.ts';

/**
 * True if a later call is one by which an agent comes back for more of an earlier result: it reads lines of the same
 * file, searches in that file, searches for the same again, or runs the same command through another filter.
 */
export function comesBack(earlier: Action, later: Action): boolean {
  if (earlier.kind === 'read') {
    const places = later.kind === 'read' ? later.files : 'places' in later ? later.places : [];
    return places.some((place) => earlier.files.some((file) => isSameFile(file, place)));
  }
  if (earlier.kind === 'search' && later.kind === 'search') {
    return earlier.pattern === later.pattern;
  }
  if (earlier.kind === 'command' && later.kind === 'command') {
    return earlier.source === later.source && earlier.filters !== later.filters;
  }
  return false;
}

/** True for two names of a file: one is the end of the other, as with absolute and relative paths, on Windows too. */
export function isSameFile(a: string, b: string): boolean {
  const [long = '', short = ''] = [a, b].map(withSlashes).sort((one, other) => other.length - one.length);
  return short !== '' && (long === short || long.endsWith(short.startsWith('/') ? short : `/${short}`));
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}
