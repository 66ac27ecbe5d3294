import path from 'node:path';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { braced } from '../dialects.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { copilotHome } from './copilot-home.ts';
import { DISABLING_SETTINGS } from './disabling-settings.ts';
import { copilotHook, fileOfCopilotHook, HOOKED_TOOLS, isOurCopilotHook } from './hook-settings.ts';

export const COPILOT: Host = {
  name: 'copilot',
  dialect: (text) => text,
  files: (places) => [
    jsonFile(path.join(places.cwd, '.github', 'mcp.json'), 'mcpServers', places.cwd),
    jsonFile(path.join(copilotHome(places), 'mcp-config.json'), 'mcpServers'),
  ],
  toEntry(raw) {
    const entry = commonEntry(raw);
    if (!isJsonObject(entry.env)) return entry;
    // `$VAR` is a reference only in the values of `env` (since 1.0.10).
    const env = Object.entries(entry.env).map(([key, value]) => [
      key,
      typeof value === 'string' ? braced(value) : value,
    ]);
    return { ...entry, env: Object.fromEntries(env) };
  },
  setup: {
    title: 'GitHub Copilot CLI',
    program: 'copilot',
    traces: (places) => [copilotHome(places)],
    toServer: (launch) => ({ type: 'local', ...plainServer(launch), tools: ['*'] }),
    instructions: (places, project) => ({
      path: project
        ? path.join(places.cwd, '.github', 'copilot-instructions.md')
        : path.join(copilotHome(places), 'copilot-instructions.md'),
    }),
    reach: {
      tried: '1.0.102',
      can: 'bash with any exit code, view, grep, glob, task, web_fetch where it is offered',
      cannot:
        'anything of its subagents, which have no record of their own; views of more than 20 KB, which it refuses',
    },
    hooks: (places, project, { launch }) => ({
      path: path.join(project ? path.join(places.cwd, '.github') : copilotHome(places), 'hooks', 'mcp-pruner.json'),
      items: [{ list: ['hooks', 'postToolUse'], name: 'hook', item: copilotHook(launch), isOurs: isOurCopilotHook }],
      values: [{ path: ['version'], value: 1, isOurs: (raw) => raw === 1, neededBy: 'hooks' }],
    }),
    hooksSuffice: true,
    hookFileOf: fileOfCopilotHook,
    disabling: DISABLING_SETTINGS,
    listing: ['mcp', 'list'],
  },
  // Copilot's model gets the text, followed by the structured content as JSON. Copilot moves more than 20 KB to a file.
  client: { name: 'copilot-cli', wholeBytes: { success: 20_000, failure: 20_000 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  recordings: {
    hookedTools: new RegExp(`^(?:${HOOKED_TOOLS})$`),
    folders: (places) => [
      {
        path: path.join(copilotHome(places), 'session-state'),
        isSession: (file) => path.basename(file) === 'events.jsonl',
      },
    ],
  },
};
