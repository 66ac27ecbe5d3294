import * as z from 'zod/mini';
import { type ContextToolSpec, list } from './context-tool.ts';

export const listProjects: ContextToolSpec<object> = {
  name: 'context_list_projects',
  title: 'List projects',
  description:
    'List the projects with stored context, and how much of it is working or stashed. Call it if you do not know the project_id. Example: {}.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: z.strictObject({}),
  result: {
    projects: list({ project_id: z.string(), current_task_id: z.nullable(z.string()) }),
    count: z.int(),
  },
  async run(_args, { store }) {
    const projects = await store.projects();
    return {
      summary: `${projects.length} ${projects.length === 1 ? 'project' : 'projects'}`,
      data: {
        count: projects.length,
        projects: projects.map((one) => ({
          project_id: one.project,
          current_task_id: one.currentTask,
          working_segments: one.working,
          working_tokens: one.workingTokens,
          stashed_segments: one.stashed,
          stashed_tokens: one.stashedTokens,
        })),
      },
    };
  },
};
