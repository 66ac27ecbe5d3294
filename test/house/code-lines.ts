const COMMENT = /^\/\//;
/** An import, or an export of another file's names. */
const IMPORT = /^(?:import\b(?!\()|export .*from )/;
const END_OF_IMPORT = /from ['"].*['"];?$/;
const ENDS_IN_STRING = /['"];?$/;

/** Counts the lines of a source without comments, blank lines and imports. Relies on the formatter's layout. */
export function codeLines(text: string): number {
  let count = 0;
  let within: 'comment' | 'import' | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (within === 'comment') within = line.includes('*/') ? undefined : within;
    else if (within === 'import') within = END_OF_IMPORT.test(line) ? undefined : within;
    else if (line === '' || COMMENT.test(line)) continue;
    else if (line.startsWith('/*')) within = line.includes('*/') ? undefined : 'comment';
    else if (IMPORT.test(line)) within = ENDS_IN_STRING.test(line) ? undefined : 'import';
    else count += 1;
  }
  return count;
}
