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

const REFERENCES = `\`\${VAR}\` and \`\${VAR:-default}\` are filled in from the environment when the server is connected.`;
const texts = (): z.ZodMiniArray<z.ZodMiniString> => z.array(z.string());
const textsByName = (): z.ZodMiniRecord<z.ZodMiniString, z.ZodMiniString> => z.record(z.string(), z.string());
const flag = (description: string): z.ZodMiniDefault<z.ZodMiniBoolean> =>
  z._default(z.boolean(), true).check(z.describe(description));
const address = (description: string): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(z.string().check(z.minLength(1))).check(z.describe(description));

const hint = (what: string): z.ZodMiniOptional<z.ZodMiniBoolean> => z.optional(z.boolean()).check(z.describe(what));
const toolSchema: z.ZodMiniType<ToolOverride> = z
  .strictObject({
    name: z.optional(z.string().check(z.minLength(1))).check(z.describe('The name that agents call it by.')),
    description: z.optional(z.string()).check(z.describe('What agents are told that it does.')),
    annotations: z
      .optional(
        z.strictObject({
          title: z.optional(z.string()).check(z.describe('Its name for people.')),
          readOnlyHint: hint('It changes nothing.'),
          destructiveHint: hint('It may destroy what is there.'),
          idempotentHint: hint('A second call with the same arguments does nothing more.'),
          openWorldHint: hint('It deals with what is elsewhere.'),
        }),
      )
      .check(z.describe('Beside those of the server; of two the one here counts.')),
  })
  .check(z.describe('One tool.'));

const SHAPE = {
  enabled: flag('Whether the server is connected.'),
  disabled: z.optional(z.boolean()).check(z.describe('What other hosts write for the opposite of `enabled`.')),
  transport: z.optional(z.enum(['stdio', 'http'])).check(z.describe('Told by `command` or `url` where left out.')),
  type: z
    .optional(z.enum(TYPES))
    .check(z.describe('What other hosts call `transport`. `sse`: the older HTTP+SSE alone.')),
  command: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe(`The program that is started and spoken to over its stdin and stdout. ${REFERENCES}`)),
  args: z._default(texts(), []).check(z.describe(`The program's arguments. ${REFERENCES}`)),
  env: z
    ._default(textsByName(), {})
    .check(z.describe(`Variables that the program gets beside a safe few of ours. ${REFERENCES}`)),
  cwd: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe(`Folder in which the program starts. ${REFERENCES}`)),
  url: address(`URL of a server, http or https. ${REFERENCES}`),
  serverUrl: address('What Windsurf calls `url`.'),
  httpUrl: address('What Gemini CLI and Qwen Code call `url`.'),
  headers: z._default(textsByName(), {}).check(z.describe(`Sent with every request to \`url\`. ${REFERENCES}`)),
  oauth: z.optional(oauthSchema).check(z.describe('How to sign in to `url`, where the server asks for OAuth.')),
  allowedTools: z
    ._default(texts(), ['*'])
    .check(z.describe("Globs over the server's tool names: what they match is offered.")),
  blockedTools: z
    ._default(texts(), [])
    .check(z.describe('Globs over the same names: what they match is never offered.')),
  autoReconnect: flag('Whether a lost connection is made anew by itself.'),
  timeout: z
    ._default(
      z.int().check(z.minimum(SERVER_TIMEOUT_MS.min), z.maximum(SERVER_TIMEOUT_MS.max)),
      SERVER_TIMEOUT_MS.default,
    )
    .check(z.describe('Milliseconds that a call may take without progress.')),
  connectTimeout: z
    ._default(
      z.int().check(z.minimum(CONNECT_TIMEOUT_MS.min), z.maximum(CONNECT_TIMEOUT_MS.max)),
      CONNECT_TIMEOUT_MS.default,
    )
    .check(z.describe('Milliseconds until the server must have answered `initialize`, and each of its lists.')),
  protocolVersion: z
    .optional(z.enum(REQUEST_VERSIONS))
    .check(
      z.describe(
        'The version that the server is asked in from the beginning, without `initialize`. Default: found out.',
      ),
    ),
  shape: flag('Whether long answers are shown in part, the whole kept as an artifact.'),
  focus: flag('Whether the tools take a `context_focus_question` that their answers are pruned by.'),
  shared: z
    .optional(z.boolean())
    .check(
      z.describe('Whether all agents share one process of it, and what it remembers. Of servers with a `command`.'),
    ),
  tools: z
    .optional(z.record(z.string(), toolSchema))
    .check(z.describe('What is said of tools in place of the server’s own words, by the names that they have there.')),
};

/** Schema of one server in the file. Other hosts' keys are allowed. `checkServer` checks combinations of keys. */
export const serverSchema: z.ZodMiniType<CheckedEntry> = z.looseObject(SHAPE).register(z.globalRegistry, {
  description: 'One MCP server: a `command` to start, or a `url` to call.',
  oneOf: ['command', ...URL_KEYS].map((key) => ({ required: [key] })),
});

const ADDRESS = 'an http or https URL without user name';

/** Allowed values of each key, for error messages. */
export const ALLOWED: Readonly<Record<keyof CheckedEntry, string>> = {
  enabled: 'true or false',
  transport: '"stdio" or "http"',
  type: TYPES.map((type) => `"${type}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or '),
  command: 'a text that is not empty',
  args: 'a list of texts',
  env: 'an object of texts',
  cwd: 'a text that is not empty',
  url: ADDRESS,
  headers: 'an object of texts',
  oauth: `an object of ${Object.keys(OAUTH_ALLOWED).join(', ')}`,
  allowedTools: 'a list of texts',
  blockedTools: 'a list of texts',
  autoReconnect: 'true or false',
  timeout: `an integer ${SERVER_TIMEOUT_MS.min}..${SERVER_TIMEOUT_MS.max}`,
  connectTimeout: `an integer ${CONNECT_TIMEOUT_MS.min}..${CONNECT_TIMEOUT_MS.max}`,
  protocolVersion: REQUEST_VERSIONS.map((version) => JSON.stringify(version)).join(' or '),
  shape: 'true or false',
  focus: 'true or false',
  shared: 'true or false',
  disabled: 'true or false',
  serverUrl: ADDRESS,
  httpUrl: ADDRESS,
  tools: 'an object of { name, description, annotations } by the tools’ own names',
};
