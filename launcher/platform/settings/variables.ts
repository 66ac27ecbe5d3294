import { LEVELS } from '../../../src/base/events/level.ts';
import { parsePrices } from '../../../src/base/prices.ts';
import { VERIFY, type Verify } from '../../../src/remote-pruner/verify.ts';
import { HOOK_CUTS } from '../../../src/unasked/cuts.ts';
import { isBashEnv } from '../process/command-environment.ts';
import { isBearerKey } from './bearer-key.ts';
import { parsePrunerUrl } from './pruner-url.ts';
import { integer, oneOf, type Variable } from './variable.ts';

const OUTPUTS = ['auto', 'structured', 'text'] as const;
export type OutputMode = (typeof OUTPUTS)[number];
const FALLBACKS = ['raw', 'embedded'] as const;

/** Ways to check a pruner's answers. Empty means `strict` if `PRUNER_URL` is not set, otherwise `mark`. */
const VERIFICATIONS: readonly (Verify | '')[] = ['', ...VERIFY];

const SWITCHES = ['off', 'on'] as const;
/**
 * When to replace a list of too many tools by a search. `auto` does not do so for clients that defer tools themselves.
 */
const LAZY_MODES = ['auto', 'on', 'off'] as const;
export type Lazy = (typeof LAZY_MODES)[number];
const CONTEXT_MODES = ['off', 'on', 'auto'] as const;
/** Our own tools to list: all, or only `artifact`. */
const LISTED_TOOLS = ['all', 'artifact'] as const;

export const HOOK_MODES = ['off', 'shadow', 'on'] as const;
export type HookMode = (typeof HOOK_MODES)[number];

export const DEFAULT_PRUNER_URL = 'http://localhost:8000/prune';
const GIBIBYTE = 1024 ** 3;

/** Environment variables that the launcher reads. */
export const VARIABLES = {
  PRUNER_URL: {
    fallback: DEFAULT_PRUNER_URL,
    allowed: 'an http or https URL without a user name or password, `embedded`, or empty',
    effect:
      'URL of the pruner. With a URL, only that pruner is used, and PRUNER_FALLBACK applies if it fails. `embedded`: only the embedded engine. Empty: no pruning. Not set: the default URL, or the embedded engine if nothing listens there.',
    parse: parsePrunerUrl,
  },
  PRUNER_TIMEOUT_MS: {
    fallback: '30000',
    ...integer(100, 300_000),
    effect: 'Timeout of a request to the pruner, in milliseconds.',
  },
  PRUNER_API_KEY: {
    fallback: '',
    allowed: 'printable ASCII without spaces',
    effect: 'Bearer token for PRUNER_URL. It is never logged and never passed to a command.',
    parse: (value) => (/^[\x21-\x7e]*$/.test(value) ? value : undefined),
  },
  PRUNER_FALLBACK: {
    fallback: 'raw',
    ...oneOf(FALLBACKS),
    effect: 'Result when the pruner at PRUNER_URL fails: the raw output, or the answer of the embedded engine.',
  },
  PRUNER_VERIFY: {
    fallback: '',
    ...oneOf(VERIFICATIONS),
    allowed: oneOf(VERIFY).allowed,
    effect:
      'Handling of a pruner’s text that contains lines the output does not have. `mark` shows it with a notice. `strict` rejects it (`invalid_response`). Default: `strict` if PRUNER_URL is not set, otherwise `mark`.',
  },
  PRUNER_MAX_INPUT_BYTES: {
    fallback: '10485760',
    ...integer(1, GIBIBYTE),
    effect:
      'Max size of output to prune, in UTF-8 bytes. Larger output is not pruned; its metadata gives the reason `too_large`.',
  },
  MCP_PRUNER_CWD: {
    fallback: '',
    allowed: 'an existing directory',
    effect:
      'Root folder of `read`, `bash` and `grep`. Paths are relative to it and must stay inside it. Default: the folder that the agent works in (see docs/tools.md), or the folder where the server starts until that is known.',
    parse: (value) => value,
  },
  MCP_PRUNER_OUTPUT: {
    fallback: 'auto',
    ...oneOf(OUTPUTS),
    effect:
      'Form of tool results. `structured`: structuredContent and a text. `text`: only the text, with the metadata in `_meta["jeeves/result"]`. `auto`: `text` for clients that are known to show the model structuredContent instead of the text, otherwise `structured`.',
  },
  MCP_PRUNER_LOG: { fallback: 'info', ...oneOf(LEVELS), effect: 'Min level of the events on stderr.' },
  MCP_PRUNER_HOME: {
    fallback: '~/.mcp-pruner',
    allowed: 'a folder; created if missing',
    effect:
      'Folder for data. `serve` keeps its data there. The server keeps the full text of shortened results in its subfolder `artifacts`: for 7 days, at most 100 MB, least recently used deleted first.',
    parse: (value) => value,
  },
  MCP_PRUNER_MAX_RESPONSE_BYTES: {
    fallback: '',
    allowed: 'an integer from 1024 to 1073741824, or empty for no limit',
    effect:
      'Max size of a result of `read`, `bash` or `grep` as JSON, in UTF-8 bytes. For tools of other servers, it replaces the default of 10240. A longer result is cut to its first lines, its last lines and lines about errors; the whole is kept as an artifact.',
    parse: (value) => (value === '' ? null : integer(1024, GIBIBYTE).parse(value)),
  },
  ARTIFACT_REDACT: {
    fallback: 'off',
    ...oneOf(SWITCHES),
    effect:
      '`on` removes secrets in published formats from stored texts: PEM private keys, JWTs, and keys and tokens of AWS, GitHub, Anthropic, OpenAI and others.',
  },
  MCP_PRUNER_CONFIG: {
    fallback: '',
    allowed: 'a file; empty for `mcp-config.json` in MCP_PRUNER_HOME',
    effect:
      'Configuration file with the MCP servers behind the gateway. `mcp-pruner mcp` edits it. Changes take effect immediately.',
    parse: (value) => value,
  },
  MCP_PRUNER_PROFILE: {
    fallback: '',
    allowed: 'the name of a profile in MCP_PRUNER_CONFIG',
    effect:
      'Profile that selects which servers and tools the agent sees. `--profile` takes precedence. See docs/gateway.md.',
    parse: (value) => value,
  },
  MCP_PRUNER_LAZY: {
    fallback: 'auto',
    ...oneOf(LAZY_MODES),
    effect:
      'Replaces the tools of other servers with `find_tool` and `call_tool` if their definitions exceed MCP_PRUNER_LAZY_TOKENS. `auto` does not do so for clients that defer tools themselves. `off` always lists every tool.',
  },
  MCP_PRUNER_LAZY_TOKENS: {
    fallback: '10000',
    ...integer(0, 1_000_000),
    effect: 'Max size of other servers’ tool definitions before MCP_PRUNER_LAZY applies, in tokens (o200k).',
  },
  MCP_PRUNER_PREFIX: {
    fallback: 'on',
    ...oneOf(SWITCHES),
    effect:
      '`on` puts the server’s name before the names of its tools, prompts and resources (`mcp_<server>_<tool>`). `off` leaves it out if only one server is configured; with several, names always have it.',
  },
  MCP_PRUNER_LEDGER: {
    fallback: 'on',
    ...oneOf(SWITCHES),
    effect:
      '`on` records savings for `mcp-pruner stats` in `ledger.sqlite` in MCP_PRUNER_HOME: tokens by day, project and tool, never text. Needs Node ≥ 22.13.',
  },
  MCP_PRUNER_PRICES: {
    fallback: '',
    allowed: 'comma-separated names of models that have a price, or `NAME=INPUT/CACHE_WRITE/CACHE_READ/OUTPUT`',
    effect:
      'Models for which `mcp-pruner stats` shows savings in US dollars, with prices per million tokens. Default: the models in `prices.json` in MCP_PRUNER_HOME, otherwise a few list prices. See docs/savings.md.',
    parse: parsePrices,
  },
  MCP_PRUNER_SHADOW: {
    fallback: 'off',
    ...oneOf(SWITCHES),
    effect:
      '`on` only measures: every result comes back whole, and `mcp-pruner stats` shows how much pruning and cutting would have saved.',
  },
  MCP_PRUNER_CONTEXT: {
    fallback: 'off',
    ...oneOf(CONTEXT_MODES),
    effect:
      '`on` offers the `context_*` tools. They find segments that a full context can drop, stash them in `context.sqlite` in MCP_PRUNER_HOME, and find them again. `auto` also stores the results of `read`, `bash` and `grep` there, for 90 days. Needs Node ≥ 22.13.',
  },
  MCP_PRUNER_TOOLS: {
    fallback: 'all',
    ...oneOf(LISTED_TOOLS),
    effect:
      'Tools of mcp-pruner that are listed. `artifact`: unless MCP_PRUNER_HOOKS is `off`, only the tool that returns left-out text, with a short description. `mcp-pruner init` sets it for hosts whose hooks shorten or measure the agent’s own tools.',
  },
  MCP_PRUNER_HOOKS: {
    fallback: 'shadow',
    ...oneOf(HOOK_MODES),
    effect:
      'Mode of the hooks that receive results of the agent’s own tools (Read, Bash, Grep). `shadow` only measures how much would be left out. `on` leaves it out. `off` does neither.',
  },
  MCP_PRUNER_HOOK_CUTS: {
    fallback: 'default',
    ...oneOf(HOOK_CUTS),
    effect:
      'What hooks leave out. `default`: what the agent has been shown already and what a terminal overwrites; in other hosts than Claude Code also lines of commands other than diffs. `more`: whatever saves most, also of files, searches and diffs, at the risk that docs/hooks.md gives.',
  },
  MCP_PRUNER_HOOK_TIMEOUT_MS: {
    fallback: '300',
    ...integer(10, 60_000),
    effect:
      'Max time that the agent waits for a hook, in milliseconds. After it, the result passes unchanged. The wait is at least 2000 for output that the host saved to a file, and for hooks without a server (`hook --alone`).',
  },
  MCP_PRUNER_HOOK_IGNORE: {
    fallback: '',
    allowed: 'comma-separated file globs with `*`, `**` and `?`, without braces (`**/fixtures/**,*.lock`)',
    effect:
      'Files that hooks never shorten. Instructions for agents (CLAUDE.md, AGENTS.md, skills, rules) and notebooks are never shortened either.',
    // A comma in `*.{ts,js}` would separate two globs, neither of which would match.
    parse: (value) => (/[{}]/.test(value) ? undefined : value),
  },
  MCP_PRUNER_BASH_ENV: {
    fallback: '',
    allowed:
      'comma-separated names; `-` before a name leaves it out, `*` at the end matches any suffix (`GITHUB_TOKEN,-LD_*`)',
    effect:
      'Variables to add to or leave out of the environment of `bash` commands. By default, they get the server’s own environment without names of secrets (see docs/tools.md).',
    parse: (value) => (isBashEnv(value) ? value : undefined),
  },
  MCP_PRUNER_GATEWAY_KEY: {
    fallback: '',
    allowed: 'at least 32 letters, digits and `-._~+/=`; empty to generate a key',
    effect:
      'Bearer key of `mcp-pruner gateway --http`. By default, the gateway generates one and keeps it in `gateway-key` in MCP_PRUNER_HOME. docs/gateway-http.md shows how agents send it.',
    parse: (value) => (value === '' || isBearerKey(value) ? value : undefined),
  },
  OTEL_TRACES_EXPORTER: {
    fallback: 'none',
    allowed: '`otlp`; any other value means off',
    effect: 'Traces each tool call with OpenTelemetry. See docs/environment.md.',
    // Other programs read this variable too, and accept more values.
    parse: (value) => value === 'otlp',
  },
} as const satisfies Readonly<Record<string, Variable<unknown>>>;
