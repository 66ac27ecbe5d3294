import type { JSX } from 'hono/jsx/jsx-runtime';

/** Shows a command to paste into a shell. Focusable by keyboard, since it may have to be scrolled. */
export function CommandBox({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <section class="command" aria-label={label}>
      <pre tabindex={0}>{text}</pre>
    </section>
  );
}
