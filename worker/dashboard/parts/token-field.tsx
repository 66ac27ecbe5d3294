import type { JSX } from 'hono/jsx/jsx-runtime';
import { TOKEN_FIELD } from '../session/form-token.ts';

/** Renders the hidden token that every form needs. */
export function TokenField({ token }: { readonly token: string }): JSX.Element {
  return <input type="hidden" name={TOKEN_FIELD} value={token} />;
}
