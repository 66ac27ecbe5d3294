import { expect, test } from 'vitest';
import type { OfferedTool } from '../../../../launcher/gateway/catalog/offered-tool.ts';
import { rankTools } from '../../../../launcher/gateway/tool-search/search-tools.ts';

const tools = ['list_issues_of_list', 'issues_list', 'list'].map(
  (name) => ({ name: `mcp_s_${name}`, server: 's', tool: { name, inputSchema: {} } }) as unknown as OfferedTool,
);

test('the tool that a request names exactly comes first, by its listed name or its own', () => {
  const first = (request: string) => rankTools(tools, request)[0]?.tool.name;
  for (const { name, tool } of tools) expect([first(name), first(String(tool.name))]).toEqual([tool.name, tool.name]);
});
