import path from 'node:path';
import { editor } from '../dialects.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { appData } from '../places.ts';

export const VSCODE: Host = {
  name: 'vscode',
  dialect: editor,
  files: (places) => [
    jsonFile(path.join(places.cwd, '.vscode', 'mcp.json'), 'servers', places.cwd),
    jsonFile(path.join(appData(places), 'Code', 'User', 'mcp.json'), 'servers'),
  ],
  toEntry: commonEntry,
  setup: {
    title: 'VS Code',
    program: 'code',
    traces: (places) => [path.join(appData(places), 'Code')],
    toServer: (launch) => ({ type: 'stdio', ...plainServer(launch) }),
    instructions: ({ cwd }, project) =>
      project ? { path: path.join(cwd, '.github', 'copilot-instructions.md') } : undefined,
    reach: { cannot: 'any result of its own tools: it has no hook that replaces them' },
  },
};
