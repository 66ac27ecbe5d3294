const REFERENCE = /\$\$\{|\$\{(?:([A-Za-z_]\w*)(?::-([^}]{0,1024}))?\})?/g;

/** A part of a text: a literal, or a reference such as `${NAME}` or `${NAME:-fallback}`. */
export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'reference'; readonly name: string; readonly fallback: string | undefined }
  /** A `${` that does not start a reference. */
  | { readonly kind: 'malformed' };

/**
 * Splits a text into literals and references. `$${` is a literal `${`. A `$` without `{` is literal too, so that
 * passwords and patterns need no escaping. A fallback ends at the next `}`, has at most 1024 UTF-16 units, and cannot
 * contain a reference.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const literal = (part: string): void => {
    if (part !== '') pieces.push({ kind: 'literal', text: part });
  };
  for (const { 0: found, 1: name, 2: fallback, index } of text.matchAll(REFERENCE)) {
    literal(text.slice(end, index));
    end = index + found.length;
    if (found === '$${') literal('${');
    else if (name === undefined) pieces.push({ kind: 'malformed' });
    else pieces.push({ kind: 'reference', name, fallback });
  }
  literal(text.slice(end));
  return pieces;
}

/** True if the text contains a reference, or a malformed one. */
export const hasReference = (text: string): boolean => piecesOf(text).some(({ kind }) => kind !== 'literal');
