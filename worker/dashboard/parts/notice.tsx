import type { JSX } from 'hono/jsx/jsx-runtime';

/** Messages after a submitted form, by the name in the redirect's URL. */
const DONE: Readonly<Record<string, string>> = {
  revoked: 'The key is revoked. Requests with it are now refused.',
  removed: 'The person is removed: sessions and keys ended.',
  restored: 'The person can sign in again.',
  team: 'The team is created. Create a key for it next.',
  saved: 'Saved.',
  deleted: 'The team is deleted, with all that it owned.',
};

/** Confirms the last action, after its redirect. */
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
