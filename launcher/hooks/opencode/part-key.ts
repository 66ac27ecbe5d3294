/** A part of a message, as far as it matters here (https://opencode.ai/docs/sdk, `Part`). */
export interface OpencodePart {
  readonly id?: unknown;
  readonly state?: { readonly status?: unknown } | undefined;
  readonly time?: { readonly start?: unknown; readonly end?: unknown } | undefined;
}

export interface OpencodeMessage {
  readonly info?: { readonly id?: unknown } | undefined;
  readonly parts: readonly OpencodePart[];
}

/** Names a part in the state that it is in; undefined for one that is not whole yet: it comes with a later call. */
export function partKey({ id, state, time }: OpencodePart): string | undefined {
  // The arguments of a pending call, and words that are still being said, are yet to come.
  if (state?.status === 'pending' || (time?.start !== undefined && time.end === undefined)) return undefined;
  return `${String(id)} ${String(state?.status)}`;
}
