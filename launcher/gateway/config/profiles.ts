import * as z from 'zod/mini';
import type { Value } from '../../../src/mcp/value.ts';
import { toIssuePath } from './issue-path.ts';
import type { ConfigIssue, LoadedServer } from './server-config.ts';

/** A profile by name. An invalid one does not affect the others. */
export type LoadedProfile =
  | { readonly name: string; readonly ok: true; readonly profile: Profile }
  | { readonly name: string; readonly ok: false; readonly issue: ConfigIssue };

const texts = (): z.ZodMiniArray<z.ZodMiniString> => z.array(z.string());

/** A named set of servers and tools. */
export const profileSchema = z
  .strictObject({
    servers: z.optional(texts()).check(z.describe('Names of the servers to offer. Default: all.')),
    tools: z
      ._default(
        z.record(
          z.string(),
          z.strictObject({
            allowedTools: z._default(texts(), ['*']).check(z.describe('Globs of tool names to offer.')),
            blockedTools: z
              ._default(texts(), [])
              .check(z.describe('Globs of tool names to hide, even if `allowedTools` matches them.')),
          }),
        ),
        {},
      )
      .check(z.describe('Tools to offer, by server name. They can only narrow the settings of the server itself.')),
  })
  .check(z.describe('A set of servers and tools.'));
export type Profile = Value<typeof profileSchema>;

const ALLOWED = 'an object { servers, tools } with arrays of names and globs';

/** Reads the profiles of a file. Each is valid or invalid on its own. */
export function toProfiles(value: unknown): readonly LoadedProfile[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, given]) => {
    const parsed = profileSchema.safeParse(given);
    if (parsed.success) return { name, ok: true, profile: parsed.data };
    const path = toIssuePath(['profiles', name, ...(parsed.error.issues[0]?.path ?? [])]);
    return { name, ok: false, issue: { path, message: `cannot use ${path}: expected ${ALLOWED}` } };
  });
}

export type Narrowed<Server> =
  | { readonly ok: true; readonly servers: readonly Server[]; readonly warnings: readonly ConfigIssue[] }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the servers that a profile offers, narrowed to the tools that it offers. An unknown profile offers nothing.
 */
export function narrowTo<Server extends LoadedServer>(
  name: string,
  profiles: readonly LoadedProfile[],
  servers: readonly Server[],
): Narrowed<Server> {
  const found = profiles.find((one) => one.name === name);
  if (found === undefined) {
    const names = profiles.map((one) => JSON.stringify(one.name)).join(', ');
    const why = names === '' ? 'no profiles are configured' : `expected one of ${names}`;
    return { ok: false, message: `cannot use the profile ${JSON.stringify(name)}: ${why}` };
  }
  if (!found.ok) return { ok: false, message: found.issue.message };
  const { profile } = found;
  const warnings = [...(profile.servers ?? []), ...Object.keys(profile.tools)]
    .filter((one) => !servers.some((server) => server.name === one))
    .map((one) => {
      const path = toIssuePath(['profiles', name]);
      return { path, message: `ignored ${JSON.stringify(one)} in ${path}: no server has that name` };
    });
  const offered = servers.filter((server) => profile.servers?.includes(server.name) ?? true);
  return { ok: true, warnings, servers: offered.map((server) => withProfile(server, profile)) };
}

function withProfile<Server extends LoadedServer>(server: Server, { tools }: Profile): Server {
  const globs = Object.hasOwn(tools, server.name) ? tools[server.name] : undefined;
  return server.ok && globs !== undefined ? { ...server, config: { ...server.config, profile: globs } } : server;
}
