import type { Action } from '../../../../src/transcripts/actions/action.ts';

/**
 * True if the agent makes a later call to get more of an earlier result. It reads lines of the same file, searches in
 * that file, repeats the search, or runs the same command through another filter.
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

/**
 * True if both names can mean the same file: one is a suffix of the other, as with absolute and relative paths. Handles
 * Windows paths too.
 */
export function isSameFile(a: string, b: string): boolean {
  const [long = '', short = ''] = [a, b].map(withSlashes).sort((one, other) => other.length - one.length);
  return short !== '' && (long === short || long.endsWith(short.startsWith('/') ? short : `/${short}`));
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}
