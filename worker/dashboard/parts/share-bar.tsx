import type { JSX } from 'hono/jsx/jsx-runtime';

export interface ShareBarProps {
  /** Shares of the whole, 0 to 1, drawn one after the other; a negative share is drawn as a loss. */
  readonly parts: readonly { readonly share: number; readonly look: 'main' | 'soft' | 'faint' }[];
}

/** Draws a thin bar. Its content appears next to it in words. */
export function ShareBar({ parts }: ShareBarProps): JSX.Element {
  let at = 0;
  return (
    <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {parts.map(({ share, look }) => {
        const width = Math.min(1, Math.abs(share)) * 100;
        const x = at;
        at += width;
        return <rect key={x} class={share < 0 ? 'lost' : look} x={x} y={0} width={width} height={8} />;
      })}
    </svg>
  );
}
