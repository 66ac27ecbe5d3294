import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE } from '../base-path.ts';
import { Page } from '../parts/page.tsx';
import type { Viewer } from '../session/viewer.ts';

export interface ProblemPageProps {
  readonly title: string;
  readonly detail: string;
  readonly viewer?: Viewer | undefined;
}

/** Shows what went wrong, and a way back. */
export function ProblemPage({ title, detail, viewer }: ProblemPageProps): JSX.Element {
  return (
    <Page title={title} viewer={viewer}>
      <div class="door">
        <h1>{title}</h1>
        <p class="lead">{detail}</p>
        <p>
          <a class="button" href={BASE}>
            Back to the overview
          </a>
        </p>
      </div>
    </Page>
  );
}
