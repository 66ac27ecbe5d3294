const REFERENCE = /\$\$\{|\$\{(?:([A-Za-z_]\w*)(?::-([^}]{0,1024}))?\})?/g;

/** A text cut at its references: `${NAME}`, `${NAME:-fallback}`. */
export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'reference'; readonly name: string; readonly fallback: string | undefined }
  /** A `${` that begins no reference. */
  | { readonly kind: 'malformed' };

/**
 * Cuts a text at its references. `$${` is a literal `${`; a `$` that no `{` follows is a literal, so that passwords and
 * patterns need no escaping. A fallback goes to the next `}`, is at most 1024 UTF-16 units long and holds no reference of its own.
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

/** Whether anything of the text is not there literally. */
export function hasReference(text: string): boolean {
  return piecesOf(text).some(({ kind }) => kind !== 'literal');
}
