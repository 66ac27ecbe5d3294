import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE } from '../base-path.ts';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';

export interface SignInPageProps {
  readonly formToken: string;
  readonly error?: string | undefined;
  /** False if the connection is not secure, so that the key could be read in transit. */
  readonly isPrivate: boolean;
}

/** Shows the form that asks for a key. */
export function SignInPage({ formToken, error, isPrivate }: SignInPageProps): JSX.Element {
  return (
    <Page title={error === undefined ? 'Sign in' : 'Error: Sign in'}>
      <div class="door">
        <h1>Sign in</h1>
        <p class="lead">See how much your team’s pruning saves, and how much it uses.</p>
        {!isPrivate && (
          <p class="notice warn" role="alert">
            This connection is not encrypted: others can read your key. Open this page over https. Behind a proxy that
            ends TLS, have it send X-Forwarded-Proto.
          </p>
        )}
        <form class="card stack" method="post" action={`${BASE}/sign-in`}>
          <TokenField token={formToken} />
          {/* Password managers file the key under it. */}
          <input type="text" name="username" value="mcp-pruner" autocomplete="username" readonly hidden />
          <Field
            id="key"
            label="Key"
            hint="Your team’s key, which starts with mcpp_, or the administrator’s secret."
            error={error}
            control={(props) => (
              <input {...props} type="password" autocomplete="current-password" required spellcheck={false} />
            )}
          />
          <button type="submit">Sign in</button>
        </form>
        <p class="fine">You stay signed in on this browser for 12 hours. The key itself is not stored.</p>
      </div>
    </Page>
  );
}
