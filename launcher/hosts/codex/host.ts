import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { literal } from '../dialects.ts';
import type { Host } from '../host.ts';
import { type HostFile, jsonFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { handedOn, isOurMcpToolHook, mcpToolHook, serverOfMcpToolHook } from '../mcp-tool-hook.ts';
import { HOOK_BYTES, LIMIT_CHECK, WHOLE_BYTES } from './answer-limit.ts';
import { MODEL_CHECK } from './model.ts';
import { codexHome, otherHooks } from './other-hooks.ts';
import { codexEntry, codexReferences } from './server-entry.ts';

const config = (folder: string, project?: string): HostFile => ({
  ...jsonFile(path.join(folder, 'config.toml'), 'mcp_servers', project),
  format: 'toml',
});
const isRollout = (file: string): boolean => /^rollout-.*\.jsonl$/.test(path.basename(file));

/** Pattern of the tools to hook. `Bash` covers all commands, and Codex has no tool of its own for reading files. */
const TOOLS = 'Bash';
const RESULT = ['hook_event_name', 'tool_name', 'tool_input', 'tool_response', 'tool_use_id', 'transcript_path'];

/** Returns our hook for Codex's `hooks.json`. Codex trusts the exact text, so it contains no path that may change. */
export function codexHook(server: string): object {
  return mcpToolHook(server, TOOLS, { host: 'codex', ...handedOn(RESULT) });
}

export const CODEX: Host = {
  name: 'codex',
  dialect: literal,
  files: (places) => [config(path.join(places.cwd, '.codex'), places.cwd), config(codexHome(places))],
  toEntry: codexEntry,
  references: codexReferences,
  setup: {
    title: 'Codex',
    program: 'codex',
    traces: (places) => [codexHome(places)],
    toServer: plainServer,
    // Codex cuts the middle out of longer answers, without saying how to get it.
    env: { MCP_PRUNER_MAX_RESPONSE_BYTES: String(WHOLE_BYTES) },
    // Codex's model always finds tools of MCP servers by search (0.171).
    toolSearch: { isOn: () => true, pluginFile: () => undefined },
    limit: LIMIT_CHECK,
    allowed: (tools) => ({ tools: Object.fromEntries(tools.map((tool) => [tool, { approval_mode: 'approve' }])) }),
    instructions: (places, project) => ({ path: path.join(project ? places.cwd : codexHome(places), 'AGENTS.md') }),
    reach: {
      ...{ tried: '0.171.0', can: 'commands with any exit code' },
      cannot:
        'outputs that it cuts itself (40,000 characters), those of which more than 10,000 bytes would be left, commands that a script of its code mode runs, and anything until you have trusted the hook in /hooks',
    },
    hooks: (places, project, { name: server }) => ({
      path: path.join(project ? path.join(places.cwd, '.codex') : codexHome(places), 'hooks.json'),
      items: [{ list: ['hooks', 'PostToolUse'], name: 'hook', item: codexHook(server), isOurs: isOurMcpToolHook }],
    }),
    serverOf: serverOfMcpToolHook,
    otherHooks,
    hooksAdvice:
      'Codex runs no hook that you have not reviewed: start it, enter /hooks, and trust the one of mcp-pruner. If its model runs commands inside scripts, as the default model does, their results stay whole; `mcp-pruner doctor` reports it',
    model: MODEL_CHECK,
    hooksTrust: {
      file: (places) => ({ path: path.join(codexHome(places), 'config.toml'), format: 'toml' }),
      // Our items have one handler each.
      isTrusted(root, hooksFile, index) {
        const state = asJsonObject(asJsonObject(root['hooks'])['state']);
        return typeof asJsonObject(state[`${hooksFile}:post_tool_use:${index}:0`])['trusted_hash'] === 'string';
      },
      path: ['hooks', 'state'],
      loadIsOurs: async () => (await import('./hook-trust.ts')).isCodexTrustIn,
    },
    listing: ['mcp', 'list'],
  },
  client: { name: 'codex-mcp-client', wholeBytes: { success: WHOLE_BYTES, failure: WHOLE_BYTES } },
  hookBytes: HOOK_BYTES,
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  recordings: {
    hookedTools: /^(?:exec_command|shell|shell_command|local_shell|container\.exec|unified_exec)$/,
    folders: (places) =>
      ['sessions', 'archived_sessions'].map((name) => ({
        path: path.join(codexHome(places), name),
        isSession: isRollout,
      })),
  },
};
