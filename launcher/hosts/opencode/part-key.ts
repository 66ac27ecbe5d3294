/** The fields of a message part that we use (https://opencode.ai/docs/sdk, `Part`). */
export interface OpencodePart {
  readonly id?: unknown;
  readonly state?: { readonly status?: unknown } | undefined;
  readonly time?: { readonly start?: unknown; readonly end?: unknown } | undefined;
}

export interface OpencodeMessage {
  readonly info?: { readonly id?: unknown } | undefined;
  readonly parts: readonly OpencodePart[];
}

/** Returns a key for a part in its current state; undefined for an incomplete one, which will arrive again. */
export function partKey({ id, state, time }: OpencodePart): string | undefined {
  // Arguments of a pending call and text that is still being generated are incomplete.
  if (state?.status === 'pending' || (time?.start !== undefined && time.end === undefined)) return undefined;
  return `${String(id)} ${String(state?.status)}`;
}
