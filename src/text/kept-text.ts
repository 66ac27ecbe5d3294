/** Reference of a stored text, or the reason why it is not stored. */
export type KeptText =
  | { readonly artifact_ref: string; readonly bytes: number }
  | { readonly artifact_error: 'too_large' | 'failed' };
