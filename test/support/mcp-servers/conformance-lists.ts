import { CHANGED_PROMPT, type FixturePrompt, PROMPTS } from './conformance-prompts.ts';
import { CHANGED_TOOL, type FixtureTool, TOOLS } from './conformance-tools.ts';

/** The fixture's present tools and prompts. Some of its tools change these lists. */
export interface FixtureLists {
  tools(): Readonly<Record<string, FixtureTool>>;
  prompts(): Readonly<Record<string, FixturePrompt>>;
  change(list: 'tools' | 'prompts'): void;
  /** The tools in the format of `tools/list`. */
  listTools(): object[];
  listPrompts(): object[];
}

export function createFixtureLists(): FixtureLists {
  const changed = { tools: false, prompts: false };
  const tools = () => ({ ...TOOLS, ...(changed.tools && { test_changed_tool: CHANGED_TOOL }) });
  const prompts = () => ({ ...PROMPTS, ...(changed.prompts && { test_changed_prompt: CHANGED_PROMPT }) });
  return {
    tools,
    prompts,
    change(list) {
      changed[list] = !changed[list];
    },
    listTools: () =>
      Object.entries(tools()).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
    listPrompts: () =>
      Object.entries(prompts()).map(([name, { description, takes }]) => ({
        ...{ name, description },
        arguments: takes.map((argument) => ({ name: argument, description: `The ${argument}`, required: true })),
      })),
  };
}
