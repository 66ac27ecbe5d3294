import { LEVELS, type Level } from '../../../src/base/events/level.ts';
import { CARES, type Care } from '../../../src/engine/pruner.ts';
import { VERIFY, type Verify } from '../../../src/remote-pruner/verify.ts';
import { isBashEnv } from '../process/command-environment.ts';
import { isBearerKey } from './bearer-key.ts';
import { type GivenPrices, parsePrices } from './prices.ts';
import { parsePrunerUrl } from './pruner-url.ts';
import { integer, oneOf, type Variable } from './variable.ts';

const OUTPUTS = ['auto', 'structured', 'text'] as const;
export type Output = (typeof OUTPUTS)[number];
const FALLBACKS = ['raw', 'embedded'] as const;
export type Fallback = (typeof FALLBACKS)[number];

/** Ways to check a pruner's answers. Empty means `strict` if `PRUNER_URL` is not set, otherwise `mark`. */
const VERIFICATIONS: readonly Verification[] = ['', ...VERIFY];
export type Verification = Verify | '';

const SWITCHES = ['off', 'on'] as const;
export type Switch = (typeof SWITCHES)[number];
/**
 * When to replace a list of too many tools by a search. `auto` does not do so for clients that defer tools themselves.
 */
const LAZY_MODES = ['auto', 'on', 'off'] as const;
export type Lazy = (typeof LAZY_MODES)[number];
const CONTEXT_MODES = ['off', 'on', 'auto'] as const;
export type ContextMode = (typeof CONTEXT_MODES)[number];
/** Our own tools to list: all, or only `artifact`. */
export const LISTED_TOOLS = ['all', 'artifact'] as const;
export type ListedTools = (typeof LISTED_TOOLS)[number];

export const HOOK_MODES = ['off', 'shadow', 'on'] as const;
export type HookMode = (typeof HOOK_MODES)[number];

export const DEFAULT_PRUNER_URL = 'http://localhost:8000/prune';
const GIBIBYTE = 1024 ** 3;

interface Variables {
  readonly PRUNER_URL: Variable<string>;
  readonly PRUNER_TIMEOUT_MS: Variable<number>;
  readonly PRUNER_API_KEY: Variable<string>;
  readonly PRUNER_FALLBACK: Variable<Fallback>;
  readonly PRUNER_VERIFY: Variable<Verification>;
  readonly PRUNER_MAX_INPUT_BYTES: Variable<number>;
  readonly MCP_PRUNER_CWD: Variable<string>;
  readonly MCP_PRUNER_OUTPUT: Variable<Output>;
  readonly MCP_PRUNER_LOG: Variable<Level>;
  readonly MCP_PRUNER_HOME: Variable<string>;
  readonly MCP_PRUNER_MAX_RESPONSE_BYTES: Variable<number | null>;
  readonly ARTIFACT_REDACT: Variable<Switch>;
  readonly MCP_PRUNER_CONFIG: Variable<string>;
  readonly MCP_PRUNER_PROFILE: Variable<string>;
  readonly MCP_PRUNER_LAZY: Variable<Lazy>;
  readonly MCP_PRUNER_LAZY_TOKENS: Variable<number>;
  readonly MCP_PRUNER_PREFIX: Variable<Switch>;
  readonly MCP_PRUNER_LEDGER: Variable<Switch>;
  readonly MCP_PRUNER_PRICES: Variable<GivenPrices>;
  readonly MCP_PRUNER_SHADOW: Variable<Switch>;
  readonly MCP_PRUNER_TOOLS: Variable<ListedTools>;
  readonly MCP_PRUNER_SESSION: Variable<Switch>;
  readonly MCP_PRUNER_CONTEXT: Variable<ContextMode>;
  readonly MCP_PRUNER_HOOKS: Variable<HookMode>;
  readonly MCP_PRUNER_HOOK_CARE: Variable<Care>;
  readonly MCP_PRUNER_HOOK_MIN_CHARS: Variable<number>;
  readonly MCP_PRUNER_HOOK_TIMEOUT_MS: Variable<number>;
  readonly MCP_PRUNER_HOOK_IGNORE: Variable<string>;
  readonly MCP_PRUNER_BASH_ENV: Variable<string>;
  readonly MCP_PRUNER_GATEWAY_KEY: Variable<string>;
  readonly OTEL_TRACES_EXPORTER: Variable<boolean>;
}

/** Environment variables that the launcher reads. */
export const VARIABLES: Variables = {
  PRUNER_URL: {
    fallback: DEFAULT_PRUNER_URL,
    allowed: 'an http or https URL without user name, `embedded`, or empty',
    effect:
      'Where the pruner listens. Unset: the default address, and the embedded engine where nothing listens there. A URL: that pruner alone, raw output when it fails. `embedded`: the embedded engine alone. Empty: pruning is off.',
    parse: parsePrunerUrl,
  },
  PRUNER_TIMEOUT_MS: {
    fallback: '30000',
    allowed: 'integer 100..300000',
    effect: 'Milliseconds a call to the pruner may take.',
    parse: integer(100, 300_000),
  },
  PRUNER_API_KEY: {
    fallback: '',
    allowed: 'printable ASCII without spaces',
    effect: 'Sent to PRUNER_URL as a bearer token. Never logged, never given to a command.',
    parse: (value) => (/^[\x21-\x7e]*$/.test(value) ? value : undefined),
  },
  PRUNER_FALLBACK: {
    fallback: 'raw',
    allowed: FALLBACKS.map((value) => `\`${value}\``).join(', '),
    effect: 'What comes back when the pruner at PRUNER_URL fails: the raw output, or the embedded engine’s answer.',
    parse: oneOf(FALLBACKS),
  },
  PRUNER_VERIFY: {
    fallback: '',
    allowed: VERIFY.map((value) => `\`${value}\``).join(', '),
    effect:
      'What becomes of a pruner’s text that is not made of the output’s own lines: `mark` shows it and says so, `strict` refuses it (`invalid_response`). Default: `strict` where PRUNER_URL is not set, else `mark`.',
    parse: oneOf(VERIFICATIONS),
  },
  PRUNER_MAX_INPUT_BYTES: {
    fallback: '10485760',
    allowed: 'integer 1..1073741824',
    effect: 'Output above this many UTF-8 bytes is not pruned (`too_large`), and says so.',
    parse: integer(1, GIBIBYTE),
  },
  MCP_PRUNER_CWD: {
    fallback: '',
    allowed: 'an existing directory',
    effect:
      'The folder of `read`, `bash` and `grep`: paths are relative to it and may not leave it, wherever the agent is. Default: the folder that the agent is in (docs/tools.md tells how that is known), at first the one the server starts in.',
    parse: (value) => value,
  },
  MCP_PRUNER_OUTPUT: {
    fallback: 'auto',
    allowed: OUTPUTS.map((value) => `\`${value}\``).join(', '),
    effect:
      'What a result carries. `structured`: structuredContent and a text. `text`: the text, with the metadata in `_meta["jeeves/result"]`. `auto`: `text` for clients known to show the model structuredContent instead of the text, else `structured`.',
    parse: oneOf(OUTPUTS),
  },
  MCP_PRUNER_LOG: {
    fallback: 'info',
    allowed: LEVELS.map((value) => `\`${value}\``).join(', '),
    effect: 'The least level of the events on stderr.',
    parse: oneOf(LEVELS),
  },
  MCP_PRUNER_HOME: {
    fallback: '~/.mcp-pruner',
    allowed: 'a folder; made where it is missing',
    effect:
      'Where `serve` keeps what it stores, and the server, in `artifacts`, the whole of what a result shows in part: for 7 days, 100 MB at most, the least used go first.',
    parse: (value) => value,
  },
  MCP_PRUNER_MAX_RESPONSE_BYTES: {
    fallback: '',
    allowed: 'integer 1024..1073741824, or empty for no bound',
    effect:
      'UTF-8 bytes that a result of `read`, `bash` or `grep` may have as JSON; for those of other servers’ tools it takes the place of 10240. Of a longer one the first and last lines and those that tell of errors are shown; the whole is kept as an artifact.',
    parse: (value) => (value === '' ? null : integer(1024, GIBIBYTE)(value)),
  },
  ARTIFACT_REDACT: {
    fallback: 'off',
    allowed: SWITCHES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether secrets in published formats (PEM private keys, JWTs, keys and tokens of AWS, GitHub, Anthropic, OpenAI and others) are taken out of what is kept.',
    parse: oneOf(SWITCHES),
  },
  MCP_PRUNER_CONFIG: {
    fallback: '',
    allowed: 'a file; empty for `mcp-config.json` in MCP_PRUNER_HOME',
    effect: 'Which other MCP servers stand behind this one; `mcp-pruner mcp` edits it. Changes count at once.',
    parse: (value) => value,
  },
  MCP_PRUNER_PROFILE: {
    fallback: '',
    allowed: 'the name of a profile in MCP_PRUNER_CONFIG',
    effect: 'Which servers and tools an agent is offered; `--profile` goes before it. docs/profiles.md tells how.',
    parse: (value) => value,
  },
  MCP_PRUNER_LAZY: {
    fallback: 'auto',
    allowed: LAZY_MODES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether `find_tool` and `call_tool` are offered in place of the tools of other servers if their definitions take more than MCP_PRUNER_LAZY_TOKENS. `auto`: unless the client defers tools itself. `off` always lists every tool.',
    parse: oneOf(LAZY_MODES),
  },
  MCP_PRUNER_LAZY_TOKENS: {
    fallback: '10000',
    allowed: 'integer 0..1000000',
    effect: 'Tokens (o200k) that the definitions of other servers’ tools may take until MCP_PRUNER_LAZY counts.',
    parse: integer(0, 1_000_000),
  },
  MCP_PRUNER_PREFIX: {
    fallback: 'on',
    allowed: SWITCHES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether the tools, prompts and resources of a server that is configured alone are named after it (`mcp_<server>_<tool>`); those of several always are.',
    parse: oneOf(SWITCHES),
  },
  MCP_PRUNER_LEDGER: {
    fallback: 'on',
    allowed: SWITCHES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether what is saved is written down for `mcp-pruner stats`, in `ledger.sqlite` in MCP_PRUNER_HOME: tokens by day, project and tool, no texts. Needs Node ≥ 22.13.',
    parse: oneOf(SWITCHES),
  },
  MCP_PRUNER_PRICES: {
    fallback: '',
    allowed: 'models that have a price, or `NAME=INPUT/CACHE_WRITE/CACHE_READ/OUTPUT`, with commas between them',
    effect:
      'Models that `mcp-pruner stats` tells money for, in US dollars per million tokens. Default: those of `prices.json` in MCP_PRUNER_HOME, else a few list prices. docs/savings.md has both.',
    parse: parsePrices,
  },
  MCP_PRUNER_SHADOW: {
    fallback: 'off',
    allowed: SWITCHES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether what would be pruned or cut is measured alone: every result comes back whole, and `mcp-pruner stats` tells what would have been saved.',
    parse: oneOf(SWITCHES),
  },
  MCP_PRUNER_SESSION: {
    fallback: 'on',
    allowed: SWITCHES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether the embedded engine is told what the agent asked for and was given before in the same session. It is held in memory alone.',
    parse: oneOf(SWITCHES),
  },
  MCP_PRUNER_CONTEXT: {
    fallback: 'off',
    allowed: CONTEXT_MODES.map((value) => `\`${value}\``).join(', '),
    effect:
      'Whether the `context_*` tools are offered: they tell what a full context can let go, put it aside in `context.sqlite` in MCP_PRUNER_HOME, and find it again. `auto`: what `read`, `bash` and `grep` answer is written down there by itself too, for 90 days. Needs Node ≥ 22.13.',
    parse: oneOf(CONTEXT_MODES),
  },
  MCP_PRUNER_TOOLS: {
    fallback: 'all',
    allowed: LISTED_TOOLS.map((value) => `\`${value}\``).join(', '),
    effect:
      'Which of our tools are listed. `artifact`: while MCP_PRUNER_HOOKS is `on`, only the tool that gives back what was left out, in few words. `mcp-pruner init --on` sets it where hooks shorten the agent’s own tools.',
    parse: oneOf(LISTED_TOOLS),
  },
  MCP_PRUNER_HOOKS: {
    fallback: 'shadow',
    allowed: HOOK_MODES.map((value) => `\`${value}\``).join(', '),
    effect:
      'What becomes of results of the agent’s own tools (Read, Bash, Grep) where its hooks ask us: `shadow` measures what would be left out, `on` leaves it out, `off` does neither.',
    parse: oneOf(HOOK_MODES),
  },
  MCP_PRUNER_HOOK_CARE: {
    fallback: 'balanced',
    allowed: CARES.map((value) => `\`${value}\``).join(', '),
    effect: 'How sure it must be that a line is not needed: `careful` spares less, and loses less.',
    parse: oneOf(CARES),
  },
  MCP_PRUNER_HOOK_MIN_CHARS: {
    fallback: '2500',
    allowed: 'integer 0..1000000000',
    effect: 'Results of the agent’s own tools with fewer characters are left as they are.',
    parse: integer(0, 1_000_000_000),
  },
  MCP_PRUNER_HOOK_TIMEOUT_MS: {
    fallback: '300',
    allowed: 'integer 10..60000',
    effect:
      'Milliseconds that the agent waits for us: what takes longer passes as it is. Of outputs that the host has put into a file, and without a server (`hook --alone`), it waits 2000 at least.',
    parse: integer(10, 60_000),
  },
  MCP_PRUNER_HOOK_IGNORE: {
    fallback: '',
    allowed: 'globs of files, with `*`, `**` and `?` but no braces, and commas between them (`**/fixtures/**,*.lock`)',
    effect:
      'Files that the agent’s own tools always give whole. Instructions for agents (CLAUDE.md, AGENTS.md, skills, rules) and notebooks always are.',
    // A comma in `*.{ts,js}` would separate two globs, neither of which would match.
    parse: (value) => (/[{}]/.test(value) ? undefined : value),
  },
  MCP_PRUNER_BASH_ENV: {
    fallback: '',
    allowed:
      'names with commas between them, `-` before those to leave out, `*` at the end for any suffix (`GITHUB_TOKEN,-LD_*`)',
    effect:
      'Which variables commands of the tool `bash` get beside the usual ones, or do not get. Usually they get the server’s own, without names of secrets (docs/tools.md).',
    parse: (value) => (isBashEnv(value) ? value : undefined),
  },
  MCP_PRUNER_GATEWAY_KEY: {
    fallback: '',
    allowed: 'at least 32 letters, digits and `-._~+/=`; empty for a key that is made and kept',
    effect:
      'The bearer key of `mcp-pruner gateway --http`. By default that makes one and keeps it in `gateway-key` in MCP_PRUNER_HOME. docs/shared-servers.md tells how agents send it.',
    parse: (value) => (value === '' || isBearerKey(value) ? value : undefined),
  },
  OTEL_TRACES_EXPORTER: {
    fallback: 'none',
    allowed: '`otlp`; off otherwise',
    effect: 'Traces each call of a tool with OpenTelemetry. docs/environment.md tells how.',
    // Other programs read this variable too, and accept more values.
    parse: (value) => value === 'otlp',
  },
};
