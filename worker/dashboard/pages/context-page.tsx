import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';
import type { ContextView } from '../data/context.ts';
import { WINDOW_SIZES } from '../data/window-sizes.ts';
import { toCompact } from '../format/numbers.ts';
import { Command } from '../parts/command.tsx';
import { GoingCard } from '../parts/going-card.tsx';
import { HeldCard } from '../parts/held-card.tsx';
import { Page } from '../parts/page.tsx';
import { ProjectsCard } from '../parts/projects-card.tsx';
import { TeamPicker } from '../parts/team-picker.tsx';
import { WorkingSetSection } from '../parts/working-set-section.tsx';
import type { Viewer } from '../session/viewer.ts';

export interface ContextPageProps {
  readonly viewer: Viewer;
  readonly context: ContextView;
  /** Assumed size of the agent's context, in tokens. */
  readonly limit: number;
  /** All teams and the selected one; for the administrator only. */
  readonly teams: readonly Team[] | undefined;
  readonly team: Team | undefined;
  /** Path of this page. */
  readonly page: string;
  /** Public origin of this worker, without a final slash. */
  readonly origin: string;
}

/** Shows what agents have in their context, project by project: its size, what would be released, and what stays. */
export function ContextPage(props: ContextPageProps): JSX.Element {
  const { viewer, context, limit, teams, team, page, origin } = props;
  const { projects, shown } = context;
  const name = shown?.project.project;
  const linkTo = (to: { readonly project?: string | undefined; readonly window?: number }): string => {
    const { project = name, window = limit } = to;
    const parts = { ...(team && { team: team.id }), ...(project !== undefined && { project }), window: String(window) };
    return `${page}?${new URLSearchParams(parts)}`;
  };
  return (
    <Page title="Context" viewer={viewer} current="context">
      <div class="opening">
        <div>
          <h1>{name ?? 'Context'}</h1>
          <p class="sub">
            {shown === undefined
              ? 'Content of the agents’ contexts'
              : shown.project.currentTask === null
                ? 'No current task'
                : `Current task: ${shown.project.currentTask}`}
          </p>
        </div>
        <div class="opening-tools">
          <TeamPicker page={page} teams={teams} team={team} none="Administrator" keep={{ window: String(limit) }} />
          {shown !== undefined && (
            <nav class="ranges" aria-label="Context size in tokens">
              {WINDOW_SIZES.map((size) => (
                <a key={size} href={linkTo({ window: size })} aria-current={size === limit ? 'true' : undefined}>
                  {toCompact(size)}
                </a>
              ))}
            </nav>
          )}
        </div>
      </div>
      {shown === undefined ? (
        <NoContext origin={origin} viewer={viewer} />
      ) : (
        <>
          <WorkingSetSection sum={shown.sum} limit={limit} />
          <div class="columns">
            <GoingCard going={shown.sum.going} />
            <div class="stack">
              <HeldCard heldBy={shown.sum.heldBy} />
              <ProjectsCard projects={projects} current={name} hrefOf={(project) => linkTo({ project })} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

function NoContext({ origin, viewer }: Pick<ContextPageProps, 'origin' | 'viewer'>): JSX.Element {
  const header = viewer.principal.kind === 'local' ? '' : ` \\\n  --header "Authorization: Bearer $MCPP_KEY"`;
  return (
    <section class="card empty" aria-labelledby="empty">
      <h2 id="empty">No context stored yet</h2>
      <p>
        An agent that uses the <code>context_*</code> tools of <code>/mcp</code>, with a key that has the scope
        “context”, fills this page.
      </p>
      <Command label="Connect Claude Code" text={`claude mcp add --transport http mcp-pruner ${origin}/mcp${header}`} />
    </section>
  );
}
