import * as z from 'zod';
import type { Value } from '../../../src/mcp/value.ts';
import { SCOPES, type Scope } from '../../../src/teams/keys/scope.ts';
import { LONGEST_NAME, NAME } from './name.ts';

const name: z.ZodType<string> = z
  .string()
  .trim()
  .regex(NAME, `Input should be 1 to ${LONGEST_NAME} characters without control characters`);
const bytes: z.ZodType<number | null> = z.int().gte(1).nullable();
const scope: z.ZodType<Scope> = z.enum(SCOPES);
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

/** Body of `PATCH /v1/teams/{id}`. */
export const quotaBody = z.object({
  monthly_quota_bytes: bytes.describe('Max input bytes per calendar month (UTC); null: no limit'),
});
export type QuotaBody = Value<typeof quotaBody>;

/** Body of `POST /v1/keys`. */
export const newKeyBody = z.object({
  team: z.string().describe('Id or name of the team'),
  name: name.describe('Owner or purpose of the key'),
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

export const teamAnswer = z.object({
  id: z.string(),
  name: z.string(),
  monthly_quota_bytes: z.int().nullable().describe('Max input bytes per calendar month (UTC)'),
  created_at: z.string().describe('ISO 8601'),
});
export type TeamAnswer = Value<typeof teamAnswer>;

export const newKeyAnswer = z.object({
  id: z.string(),
  key: z.string().describe('Shown only once, because only a hash of it is stored'),
});
export type NewKeyAnswer = Value<typeof newKeyAnswer>;

const timeOrNull: z.ZodType<string | null> = z.string().nullable();

export const keyAnswer = z.object({
  id: z.string(),
  team: z.string().describe('Id of the team'),
  team_name: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  max_body_bytes: z.int().nullable(),
  rate_per_minute: z.int().nullable(),
  created_at: z.string(),
  expires_at: timeOrNull,
  revoked_at: timeOrNull,
  last_used_at: timeOrNull.describe('Up to some seconds old, because it is written with the ledger'),
});
export type KeyAnswer = Value<typeof keyAnswer>;
