import * as z from 'zod';
import type { Value } from '../../../src/mcp/value.ts';
import { ROLES } from '../../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../../src/teams/keys/scope.ts';
import { LONGEST_NAME, NAME } from './name.ts';

const name: z.ZodType<string> = z
  .string()
  .trim()
  .regex(NAME, `Input should be 1 to ${LONGEST_NAME} characters without control characters`);
const bytes: z.ZodType<number | null> = z.int().gte(1).nullable();
const scope: z.ZodType<Scope> = z.enum(SCOPES);
const timeOrNull: z.ZodType<string | null> = z.string().nullable();
const time: z.ZodType<string> = z.iso.datetime({
  offset: true,
  error: 'Input should be an ISO 8601 time with an offset or Z',
});

/** Body of `POST /v1/teams`. */
export const newTeamBody = z.object({
  name: name.describe('Unique, 1 to 100 characters'),
  monthly_quota_bytes: bytes.optional().describe('Max input bytes per calendar month (UTC); null: no limit'),
});
export type NewTeamBody = Value<typeof newTeamBody>;

const ownKeys = z.object({
  scopes: z.array(scope).describe('Scopes that members may give keys of their own'),
  max_days: z.int().gte(1).nullable().describe('Max days that such a key is valid; null: no limit'),
  max_keys: z.int().gte(0).describe('Max valid keys of one owner'),
});

/** Body of `PATCH /v1/teams/{id}`. */
export const teamChangesBody = z
  .object({
    name: name.optional(),
    monthly_quota_bytes: bytes.optional().describe('Max input bytes per calendar month (UTC); null: no limit'),
    archived: z.boolean().optional().describe('An archived team keeps its data, and its keys are refused'),
    own_keys: ownKeys.partial().optional().describe('Rules for keys that members create for themselves'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Input should have a field to change');
export type TeamChangesBody = Value<typeof teamChangesBody>;

/** Body of `POST /v1/keys`. */
export const newKeyBody = z.object({
  team: z.string().optional().describe('Id or name of the team. Default: that of the key'),
  name: name.describe('Owner or purpose of the key'),
  owner: name.optional().describe('Person or machine whose key it is. Default: the key is the first one of its owner'),
  scopes: z.array(scope).min(1).describe('Permissions of the key'),
  expires_at: time.nullish().describe('ISO 8601 time in the future. Missing or null: never'),
  max_body_bytes: bytes.optional().describe('Max size of a request body, within the limit of the worker'),
  rate_per_minute: z
    .int()
    .gte(1)
    .nullish()
    .describe(
      'Max requests per minute, instead of the default rate. On Cloudflare, it applies in each isolate, in addition to the rate of the binding',
    ),
});
export type NewKeyBody = Value<typeof newKeyBody>;

/** Body of `POST /v1/keys/{id}/renew`. */
export const renewKeyBody = z.object({
  overlap_hours: z.int().gte(0).lte(720).optional().describe('Hours that the present key stays valid. Default 24'),
});
export type RenewKeyBody = Value<typeof renewKeyBody>;

export const teamAnswer = z.object({
  id: z.string(),
  name: z.string(),
  monthly_quota_bytes: z.int().nullable().describe('Max input bytes per calendar month (UTC)'),
  created_at: z.string().describe('ISO 8601'),
  archived_at: timeOrNull,
  own_keys: ownKeys,
});
export type TeamAnswer = Value<typeof teamAnswer>;

export const newKeyAnswer = z.object({
  id: z.string(),
  key: z.string().describe('Shown only once, because only a hash of it is stored'),
});
export type NewKeyAnswer = Value<typeof newKeyAnswer>;

export const keyAnswer = z.object({
  id: z.string(),
  team: z.string().describe('Id of the team'),
  team_name: z.string(),
  name: z.string(),
  owner: z.string().describe('Keys of one owner are of one person or machine'),
  role: z.enum(ROLES).nullable().describe('Role of a person who signs in by the identity provider; null for a key'),
  scopes: z.array(scope),
  max_body_bytes: z.int().nullable(),
  rate_per_minute: z.int().nullable(),
  created_at: z.string(),
  expires_at: timeOrNull,
  revoked_at: timeOrNull,
  renewed_by: z.string().nullable().describe('Id of the key that replaces it'),
  last_used_at: timeOrNull.describe('Up to some seconds old, because it is written with the ledger'),
});
export type KeyAnswer = Value<typeof keyAnswer>;
