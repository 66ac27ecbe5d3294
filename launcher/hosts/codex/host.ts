import path from 'node:path';
import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { literal } from '../dialects.ts';
import type { Host, ModelCheck } from '../host.ts';
import { commonEntry, type HostEntry, toOAuth } from '../host-entry.ts';
import { type HostFile, jsonFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { handedOn, isOurMcpToolHook, mcpToolHook, serverOfMcpToolHook } from '../mcp-tool-hook.ts';
import { CUT_RESULT, HOOK_BYTES, LIMIT_CHECK, WHOLE_BYTES } from './answer-limit.ts';
import { codexHome, otherHooks } from './other-hooks.ts';

/** Features of Codex that enable code mode for any model. */
const FEATURES = ['code_mode_only', 'code_mode'];

/**
 * Check for models in Codex's code mode, which run commands inside scripts. The transcript has the exit codes of these
 * commands but not their calls, so the hook leaves their results whole (seen with 0.171.0).
 */
const MODEL_CHECK: ModelCheck = {
  args: ['debug', 'models'],
  whyWhole(printed, settings) {
    const feature = FEATURES.find((name) => firstOf(settings, (one) => asJsonObject(one['features'])[name]) === true);
    if (feature !== undefined) return `stay whole: "features.${feature}" lets its model run commands inside scripts`;
    const models = modelsIn(printed);
    const profile = String(firstOf(settings, (one) => one['profile']));
    const set =
      firstOf(settings, (one) => asJsonObject(asJsonObject(one['profiles'])[profile])['model']) ??
      firstOf(settings, (one) => one['model']);
    const model = set === undefined ? defaultOf(models) : models.find(({ slug }) => slug === set);
    if (model === undefined) {
      const which = set === undefined ? 'its model runs' : `its model ${JSON.stringify(set)} runs`;
      return `may stay whole: whether ${which} commands inside scripts is unknown (\`codex debug models\`)`;
    }
    if (model['tool_mode'] === undefined || model['tool_mode'] === null) return undefined;
    return `stay whole: its model "${String(model['slug'])}" runs commands inside scripts`;
  },
};

/** Returns the first value that is set. */
function firstOf(settings: readonly JsonObject[], value: (one: JsonObject) => unknown): unknown {
  return settings.map(value).find((one) => one !== undefined);
}

function modelsIn(printed: string | undefined): readonly JsonObject[] {
  try {
    const { models } = asJsonObject(JSON.parse(printed ?? ''));
    return Array.isArray(models) ? models.map(asJsonObject) : [];
  } catch {
    return [];
  }
}

/** Returns the model that Codex offers first. */
function defaultOf(models: readonly JsonObject[]): JsonObject | undefined {
  const listed = models.filter(({ visibility }) => visibility === 'list');
  return listed.toSorted((a, b) => Number(a['priority']) - Number(b['priority']))[0];
}

/**
 * Reads a server of Codex, which names variables and counts seconds. Its texts are literal; `codexReferences` adds
 * references.
 */
function codexEntry(raw: JsonObject): HostEntry {
  const common = commonEntry(raw);
  const { http_headers, tool_timeout_sec, startup_timeout_sec, startup_timeout_ms, enabled_tools, disabled_tools } =
    raw;
  const oauth = toOAuth({ oauth: { scopes: raw['scopes'], ...asJsonObject(raw['oauth']) } });
  return {
    ...common,
    headers: http_headers,
    timeout: toMs(tool_timeout_sec),
    connectTimeout: toMs(startup_timeout_sec) ?? startup_timeout_ms,
    oauth,
    allowedTools: enabled_tools,
    blockedTools: disabled_tools,
  };
}

const toMs = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' ? Math.round(seconds * 1000) : undefined;

/** Returns the values that Codex takes from the environment, as references in our syntax. */
function codexReferences(raw: JsonObject): { readonly env: JsonObject; readonly headers: JsonObject } {
  const { env_vars, env_http_headers, bearer_token_env_var: bearer } = raw;
  const names = Array.isArray(env_vars) ? env_vars.filter((name) => typeof name === 'string') : [];
  const headers = Object.entries(asJsonObject(env_http_headers)).map(([name, variable]) => [
    name,
    `\${${String(variable)}}`,
  ]);
  const token = typeof bearer === 'string' ? [['Authorization', `Bearer \${${bearer}}`]] : [];
  return {
    env: Object.fromEntries(names.map((name) => [name, `\${${name}}`])),
    headers: Object.fromEntries([...headers, ...token]),
  };
}

const config = (folder: string, project?: string): HostFile => ({
  ...jsonFile(path.join(folder, 'config.toml'), 'mcp_servers', project),
  format: 'toml',
});
const isRollout = (file: string): boolean => /^rollout-.*\.jsonl$/.test(path.basename(file));

/** Pattern of the tools to hook. `Bash` covers all commands, and Codex has no tool of its own for reading files. */
const TOOLS = 'Bash';
const RESULT = ['hook_event_name', 'tool_name', 'tool_input', 'tool_response', 'tool_use_id', 'transcript_path'];

/** Returns our hook for Codex's `hooks.json`. Codex trusts the exact text, so it contains no path that may change. */
export const codexHook = (server: string): object => mcpToolHook(server, TOOLS, { host: 'codex', ...handedOn(RESULT) });

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
    toolSearch: { isOn: () => true },
    limit: LIMIT_CHECK,
    allowed: (tools) => ({ tools: Object.fromEntries(tools.map((tool) => [tool, { approval_mode: 'approve' }])) }),
    instructions: (places, project) => ({ path: path.join(project ? places.cwd : codexHome(places), 'AGENTS.md') }),
    reach: {
      ...{ tried: '0.171.0', can: 'commands with any exit code' },
      cannot:
        'outputs that it cuts itself (40,000 characters), those that cannot be shortened to 10,000 bytes, commands that a script of its code mode runs, and anything until you have trusted the hook in /hooks',
    },
    hooks: (places, project, { name: server }) => ({
      path: path.join(project ? path.join(places.cwd, '.codex') : codexHome(places), 'hooks.json'),
      items: [{ list: ['hooks', 'PostToolUse'], name: 'hook', item: codexHook(server), isOurs: isOurMcpToolHook }],
    }),
    serverOf: serverOfMcpToolHook,
    otherHooks: { find: otherHooks, tools: ['Bash'], why: 'its model would get the texts of both' },
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
    format: 'codex',
    // Commands that a script runs (`exec`) are not hooked; what `write_stdin` ends is.
    hookedTools: /^(?:exec_command|write_stdin|shell|shell_command|local_shell|container\.exec|unified_exec)$/,
    cutResult: CUT_RESULT,
    hooksNameSession: true,
    folders: (places) =>
      ['sessions', 'archived_sessions'].map((name) => ({
        path: path.join(codexHome(places), name),
        isSession: isRollout,
      })),
  },
};
