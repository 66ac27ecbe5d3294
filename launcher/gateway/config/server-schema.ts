import * as z from 'zod/mini';
import { REQUEST_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { OAUTH_ALLOWED, type OAuthConfig, oauthSchema } from './oauth-config.ts';
import type { CommonConfig, ToolOverride } from './server-config.ts';

/**
 * Limits of `timeout`: max time for a call without progress, in milliseconds. By default half an hour, since some hosts
 * wait for days and would leave their user without any message. A call may take ten times as long if it reports
 * progress.
 */
export const SERVER_TIMEOUT_MS = { min: 100, max: 200_000_000, default: 1_800_000 } as const;

/**
 * Limits of `connectTimeout`, in milliseconds. The default is twice what hosts wait, because `npx` may download a
 * package first.
 */
export const CONNECT_TIMEOUT_MS = { min: 100, max: 3_600_000, default: 60_000 } as const;

/** Our transport for each `type` that hosts use. */
export const TRANSPORT_OF_TYPE = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  sse: 'http',
} as const;

type EntryType = keyof typeof TRANSPORT_OF_TYPE;
const TYPES = Object.keys(TRANSPORT_OF_TYPE) as EntryType[];

/** Keys that hosts use for a server's address. They mean the same, so an entry has at most one of them. */
export const URL_KEYS = ['url', 'serverUrl', 'httpUrl'] as const;

/** A server's entry, with defaults filled in. */
export interface CheckedEntry extends Omit<CommonConfig, 'profile'> {
  readonly transport?: 'stdio' | 'http' | undefined;
  readonly type?: EntryType | undefined;
  readonly disabled?: boolean | undefined;
  readonly command?: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly shared?: boolean | undefined;
  readonly url?: string | undefined;
  readonly serverUrl?: string | undefined;
  readonly httpUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthConfig | undefined;
}

/** A server's entry as written in the file. */
export type ServerEntry = { readonly [Key in keyof CheckedEntry]?: CheckedEntry[Key] | undefined };

const REFERENCES = `\`\${VAR}\` and \`\${VAR:-default}\` are replaced from the environment when the server connects.`;
const texts = (): z.ZodMiniArray<z.ZodMiniString> => z.array(z.string());
const textsByName = (): z.ZodMiniRecord<z.ZodMiniString, z.ZodMiniString> => z.record(z.string(), z.string());
const flag = (description: string): z.ZodMiniDefault<z.ZodMiniBoolean> =>
  z._default(z.boolean(), true).check(z.describe(description));
const address = (description: string): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(z.string().check(z.minLength(1))).check(z.describe(description));

const hint = (what: string): z.ZodMiniOptional<z.ZodMiniBoolean> => z.optional(z.boolean()).check(z.describe(what));
const toolSchema: z.ZodMiniType<ToolOverride> = z
  .strictObject({
    name: z.optional(z.string().check(z.minLength(1))).check(z.describe('Name under which agents see the tool.')),
    description: z.optional(z.string()).check(z.describe('Description that agents see.')),
    annotations: z
      .optional(
        z.strictObject({
          title: z.optional(z.string()).check(z.describe('Display name for people.')),
          readOnlyHint: hint('True if the tool changes nothing.'),
          destructiveHint: hint('True if the tool may delete or overwrite something.'),
          idempotentHint: hint('True if a second call with the same arguments has no further effect.'),
          openWorldHint: hint('True if the tool works with external systems.'),
        }),
      )
      .check(z.describe('Hints that are added to those of the server, or replace them.')),
  })
  .check(z.describe('Overrides for one tool.'));

const SHAPE = {
  enabled: flag('Turns the server on or off.'),
  disabled: z.optional(z.boolean()).check(z.describe('Opposite of `enabled`, as other hosts write it.')),
  transport: z
    .optional(z.enum(['stdio', 'http']))
    .check(z.describe('Transport of the server. Default: `stdio` with `command`, `http` with `url`.')),
  type: z
    .optional(z.enum(TYPES))
    .check(z.describe('Other hosts’ name for `transport`. `sse`: only the older HTTP+SSE.')),
  command: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe(`Program to start. It is reached over its stdin and stdout. ${REFERENCES}`)),
  args: z._default(texts(), []).check(z.describe(`Arguments of the program. ${REFERENCES}`)),
  env: z
    ._default(textsByName(), {})
    .check(z.describe(`Variables for the program, in addition to a few safe ones of mcp-pruner. ${REFERENCES}`)),
  cwd: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe(`Folder in which the program starts. ${REFERENCES}`)),
  url: address(`URL of the server, http or https. ${REFERENCES}`),
  serverUrl: address('Name of `url` in Windsurf.'),
  httpUrl: address('Name of `url` in Gemini CLI and Qwen Code.'),
  headers: z._default(textsByName(), {}).check(z.describe(`Headers of every request to \`url\`. ${REFERENCES}`)),
  oauth: z.optional(oauthSchema).check(z.describe('Sign-in settings for `url`, if the server requires OAuth.')),
  allowedTools: z._default(texts(), ['*']).check(z.describe('Globs of tool names to offer.')),
  blockedTools: z
    ._default(texts(), [])
    .check(z.describe('Globs of tool names to hide, even if `allowedTools` matches them.')),
  autoReconnect: flag('Reconnects automatically when the connection is lost.'),
  timeout: z
    ._default(
      z.int().check(z.minimum(SERVER_TIMEOUT_MS.min), z.maximum(SERVER_TIMEOUT_MS.max)),
      SERVER_TIMEOUT_MS.default,
    )
    .check(z.describe('Max time for a call without progress, in milliseconds.')),
  connectTimeout: z
    ._default(
      z.int().check(z.minimum(CONNECT_TIMEOUT_MS.min), z.maximum(CONNECT_TIMEOUT_MS.max)),
      CONNECT_TIMEOUT_MS.default,
    )
    .check(z.describe('Max time for the answer to `initialize`, and to each list request, in milliseconds.')),
  protocolVersion: z
    .optional(z.enum(REQUEST_VERSIONS))
    .check(
      z.describe(
        'Protocol version to use from the first request, without `initialize`. Default: negotiated with the server.',
      ),
    ),
  shape: flag('Shows long answers in part and keeps the whole as an artifact.'),
  focus: flag('Adds the argument `context_focus_question` to the tools. It prunes their answers.'),
  shared: z
    .optional(z.boolean())
    .check(
      z.describe('`false` gives each client of `gateway --http` its own process. Only for servers with a `command`.'),
    ),
  tools: z
    .optional(z.record(z.string(), toolSchema))
    .check(z.describe('Overrides of tool names, descriptions and annotations, by the server’s own tool names.')),
};

/** Schema of one server in the file. Other hosts' keys are allowed. `checkServer` checks combinations of keys. */
export const serverSchema: z.ZodMiniType<CheckedEntry> = z.looseObject(SHAPE).register(z.globalRegistry, {
  description: 'One MCP server: a `command` to start, or a `url` to call.',
  oneOf: ['command', ...URL_KEYS].map((key) => ({ required: [key] })),
});

const ADDRESS = 'an http or https URL without a user name or password';

/** Allowed values of each key, for error messages. */
export const ALLOWED: Readonly<Record<keyof CheckedEntry, string>> = {
  enabled: 'true or false',
  transport: '"stdio" or "http"',
  type: `one of ${TYPES.map((type) => `"${type}"`).join(', ')}`,
  command: 'a non-empty string',
  args: 'an array of strings',
  env: 'an object with string values',
  cwd: 'a non-empty string',
  url: ADDRESS,
  headers: 'an object with string values',
  oauth: `an object with any of the keys ${Object.keys(OAUTH_ALLOWED).join(', ')}`,
  allowedTools: 'an array of strings',
  blockedTools: 'an array of strings',
  autoReconnect: 'true or false',
  timeout: `an integer from ${SERVER_TIMEOUT_MS.min} to ${SERVER_TIMEOUT_MS.max}`,
  connectTimeout: `an integer from ${CONNECT_TIMEOUT_MS.min} to ${CONNECT_TIMEOUT_MS.max}`,
  protocolVersion: REQUEST_VERSIONS.map((version) => JSON.stringify(version)).join(' or '),
  shape: 'true or false',
  focus: 'true or false',
  shared: 'true or false',
  disabled: 'true or false',
  serverUrl: ADDRESS,
  httpUrl: ADDRESS,
  tools: 'an object that maps tool names to { name, description, annotations }',
};
