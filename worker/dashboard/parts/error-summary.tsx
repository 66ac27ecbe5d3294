import type { JSX } from 'hono/jsx/jsx-runtime';

/** Lists a form's errors at its top, each a link to its field. Screen readers read it as the page opens. */
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
