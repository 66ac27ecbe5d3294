/** Zero-width condition between two characters, or at an end of the line. */
export type Assertion = 'start' | 'end' | 'word' | 'notWord';

/** A parsed pattern. */
export type PatternTree =
  | { readonly kind: 'set'; readonly set: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly of: PatternTree; readonly min: number; readonly max: number };

/** Tests whether a character, as a code point, belongs to a set. */
export type CharacterTest = (point: number) => boolean;

export interface ParsedPattern {
  readonly tree: PatternTree;
  readonly sets: readonly CharacterTest[];
}
