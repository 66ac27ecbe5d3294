/** Writes a number of tokens: `840`, `12.4k`. */
export const tokensText = (tokens: number): string =>
  Math.abs(tokens) < 1000 ? String(Math.round(tokens)) : `${(tokens / 1000).toFixed(1)}k`;

/** Returns a number with a minus sign if tokens were saved: what is left out makes a session smaller. */
const changeText = (saved: number): string => (saved > 0 ? `−${tokensText(saved)}` : `+${tokensText(-saved)}`);

export interface StatusFacts {
  readonly saved: number;
  readonly dollars: number | undefined;
  /** Tokens in the context, and cost of the session so far in US dollars, if the host tells. */
  readonly filled?: number | undefined;
  readonly cost?: number | undefined;
}

/**
 * Returns the line below the prompt: `−12.4k tokens ~$0.31`. Claude Code puts the plugin's name before it. Undefined if
 * there is nothing to tell.
 */
export function statusLine({ saved, dollars, filled, cost }: StatusFacts): string | undefined {
  if (saved === 0) return undefined;
  const worth = dollars === undefined ? '' : ` ~${dollars < 0 ? '−' : ''}$${Math.abs(dollars).toFixed(2)}`;
  const window = filled === undefined ? '' : ` · ${tokensText(filled)} in context`;
  const spent = cost === undefined ? '' : ` · $${cost.toFixed(2)} so far`;
  return `${changeText(saved)} tokens${worth}${window}${spent}`;
}
