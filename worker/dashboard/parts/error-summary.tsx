import type { JSX } from 'hono/jsx/jsx-runtime';

/** What is wrong with a form, at the top of it, each a link to its field. Read out as the page opens. */
export function ErrorSummary({ errors }: { readonly errors: Readonly<Record<string, string>> }): JSX.Element {
  const all = Object.entries(errors);
  return (
    <>
      {all.length > 0 && (
        <div class="notice bad" role="alert">
          <p>Nothing was saved:</p>
          <ul>
            {all.map(([id, error]) => (
              <li key={id}>
                <a href={`#${id}`}>{error}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
