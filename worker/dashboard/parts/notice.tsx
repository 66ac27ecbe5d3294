import type { JSX } from 'hono/jsx/jsx-runtime';

/** What a form that was sent has done, by the name in the address it came back to. */
const DONE: Readonly<Record<string, string>> = {
  revoked: 'The key is revoked. Requests with it are refused from now on.',
  team: 'The team is created. Give it a key next.',
  quota: 'The quota is saved.',
};

/** Says what was just done, after the page it was done on has redirected. */
export function Notice({ done }: { readonly done: string | undefined }): JSX.Element {
  const said = done === undefined || !Object.hasOwn(DONE, done) ? undefined : DONE[done];
  return (
    <>
      {said !== undefined && (
        <p class="notice good" role="status">
          {said}
        </p>
      )}
    </>
  );
}
