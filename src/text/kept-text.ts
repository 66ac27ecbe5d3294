/** Where the whole of a text is stored, or why it is not. */
export type KeptText =
  | { readonly artifact_ref: string; readonly bytes: number }
  | { readonly artifact_error: 'too_large' | 'failed' };
