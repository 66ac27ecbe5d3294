import type { JSX } from 'hono/jsx/jsx-runtime';

/** Something to be pasted into a shell. Reached by the keyboard, since it may have to be scrolled. */
export function Command({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <section class="command" aria-label={label}>
      <pre tabindex={0}>{text}</pre>
    </section>
  );
}
