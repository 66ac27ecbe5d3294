import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ProjectCount } from '../../../src/context/context-store.ts';
import { toCompact } from '../format/numbers.ts';

export interface ProjectsCardProps {
  readonly projects: readonly ProjectCount[];
  readonly current: string | undefined;
  hrefOf(project: string): string;
}

/** Lists projects to choose from, with the tokens in their working sets and put aside. */
export function ProjectsCard({ projects, current, hrefOf }: ProjectsCardProps): JSX.Element {
  return (
    <section class="card" aria-labelledby="projects">
      <h2 id="projects">Projects</h2>
      <section class="scroll projects" aria-label="Projects and their tokens" tabindex={0}>
        <table class="breakdown">
          <thead>
            <tr>
              <th scope="col">Project</th>
              <th scope="col" class="number">
                Working
              </th>
              <th scope="col" class="number">
                Stashed
              </th>
            </tr>
          </thead>
          <tbody>
            {projects.map(({ project, workingTokens, stashedTokens }) => (
              <tr key={project}>
                <th scope="row">
                  <a class="row-name" href={hrefOf(project)} aria-current={project === current ? 'true' : undefined}>
                    {project}
                  </a>
                </th>
                <td class="number strong">{toCompact(workingTokens)}</td>
                <td class="number">{toCompact(stashedTokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
