import * as z from 'zod';
import type { Operation } from '../../http/operation.ts';
import { keyAnswer, newKeyAnswer, newKeyBody, newTeamBody, quotaBody, teamAnswer } from './schemas.ts';

const id: z.ZodObject = z.object({ id: z.string() });
const ROOT_ONLY = 'Needs the administrator’s secret.';
const OWN_TEAM = 'The administrator’s secret applies to every team, a key with scope `admin` only to its own.';

/** Documents `/v1/teams` and `/v1/keys`. */
export const teamOperations: readonly Operation[] = [
  {
    id: 'createTeam',
    method: 'post',
    path: '/v1/teams',
    summary: 'Create a team',
    description: ROOT_ONLY,
    scope: 'admin',
    body: newTeamBody,
    answers: { 201: { description: 'The team', schema: teamAnswer } },
  },
  {
    id: 'listTeams',
    method: 'get',
    path: '/v1/teams',
    summary: 'List teams',
    description: OWN_TEAM,
    scope: 'admin',
    answers: { 200: { description: 'Teams by name', schema: z.object({ teams: z.array(teamAnswer) }) } },
  },
  {
    id: 'setTeamQuota',
    method: 'patch',
    path: '/v1/teams/{id}',
    summary: 'Set the monthly quota of a team',
    description: ROOT_ONLY,
    scope: 'admin',
    params: id,
    body: quotaBody,
    answers: { 200: { description: 'The team', schema: teamAnswer } },
  },
  {
    id: 'createKey',
    method: 'post',
    path: '/v1/keys',
    summary: 'Create a key',
    description: `The key is shown only once. ${OWN_TEAM}`,
    scope: 'admin',
    body: newKeyBody,
    answers: { 201: { description: 'The key', schema: newKeyAnswer } },
  },
  {
    id: 'listKeys',
    method: 'get',
    path: '/v1/keys',
    summary: 'List keys, without their secrets',
    description: OWN_TEAM,
    scope: 'admin',
    answers: { 200: { description: 'Keys, newest first', schema: z.object({ keys: z.array(keyAnswer) }) } },
  },
  {
    id: 'revokeKey',
    method: 'delete',
    path: '/v1/keys/{id}',
    summary: 'Revoke a key',
    description: `Takes effect with the next request. ${OWN_TEAM}`,
    scope: 'admin',
    params: id,
    answers: { 204: { description: 'Revoked' } },
  },
];
