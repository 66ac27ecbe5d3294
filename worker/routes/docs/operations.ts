import * as z from 'zod';
import { codeAnswer } from '../../../src/prune-api/code-answer.ts';
import { codeRequest } from '../../../src/prune-api/code-request.ts';
import { documentsAnswer } from '../../../src/prune-api/documents-answer.ts';
import { documentsRequest } from '../../../src/prune-api/documents-request.ts';
import { toolResponseAnswer } from '../../../src/prune-api/tool-response/tool-response-answer.ts';
import { toolResponseRequest } from '../../../src/prune-api/tool-response/tool-response-request.ts';
import type { Operation } from '../../http/operation.ts';
import { auditLine, auditQuery, LINES_TYPE } from '../audit/audit-routes.ts';
import { EXPOSITION_TYPE } from '../metrics/exposition.ts';
import {
  keyAnswer,
  newKeyAnswer,
  newKeyBody,
  newTeamBody,
  renewKeyBody,
  teamAnswer,
  teamChangesBody,
} from '../teams/schemas.ts';
import { usageAnswer } from '../usage/usage-answer.ts';
import { usageQuery } from '../usage/usage-query.ts';
import { healthOperation, readyOperation } from './health-operation.ts';

const id: z.ZodObject = z.object({ id: z.string() });
const ROOT_ONLY = 'Needs the administrator’s secret.';
const OWN_TEAM = 'The administrator’s secret applies to every team, a key with scope `admin` only to its own.';
const OWN_KEYS = `${OWN_TEAM} A key with scope \`keys\` manages the keys of its own owner, within the rules of the team.`;

/** Documents `/v1/teams` and `/v1/keys`. */
const teamOperations: readonly Operation[] = [
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
    id: 'changeTeam',
    method: 'patch',
    path: '/v1/teams/{id}',
    summary: 'Rename or archive a team, set its quota, or the rules for keys of its members',
    description: ROOT_ONLY,
    scope: 'admin',
    params: id,
    body: teamChangesBody,
    answers: { 200: { description: 'The team', schema: teamAnswer } },
  },
  {
    id: 'deleteTeam',
    method: 'delete',
    path: '/v1/teams/{id}',
    summary: 'Delete a team with all that it owns: keys, usage, artifacts, context, cached answers',
    description: `It cannot be undone, so \`confirm\` has to be the name of the team. ${ROOT_ONLY}`,
    scope: 'admin',
    params: id,
    query: z.object({ confirm: z.string().describe('Name of the team') }),
    answers: { 204: { description: 'Deleted' } },
  },
  {
    id: 'createKey',
    method: 'post',
    path: '/v1/keys',
    summary: 'Create a key',
    description: `The key is shown only once. ${OWN_KEYS}`,
    scope: 'any',
    body: newKeyBody,
    answers: { 201: { description: 'The key', schema: newKeyAnswer } },
  },
  {
    id: 'listKeys',
    method: 'get',
    path: '/v1/keys',
    summary: 'List keys, without their secrets',
    description: OWN_KEYS,
    scope: 'any',
    answers: { 200: { description: 'Keys, newest first', schema: z.object({ keys: z.array(keyAnswer) }) } },
  },
  {
    id: 'revokeKey',
    method: 'delete',
    path: '/v1/keys/{id}',
    summary: 'Revoke a key',
    description: `Takes effect with the next request. ${OWN_KEYS}`,
    scope: 'any',
    params: id,
    answers: { 204: { description: 'Revoked' } },
  },
  {
    id: 'renewKey',
    method: 'post',
    path: '/v1/keys/{id}/renew',
    summary: 'Replace a key by a new one with the same rights, for as long a time',
    description: `The new key is shown only once, and the present one stays valid for a while. ${OWN_KEYS}`,
    scope: 'any',
    params: id,
    body: renewKeyBody,
    answers: { 201: { description: 'The new key', schema: newKeyAnswer } },
  },
  {
    id: 'readAudit',
    method: 'get',
    path: '/v1/audit',
    summary: 'Read who did what to teams, keys and sessions',
    description: `One JSON object per line, newest first. The header \`Link\` has the next page. ${OWN_TEAM}`,
    scope: 'admin',
    query: auditQuery,
    answers: { 200: { description: 'Entries, one per line', schema: auditLine, contentType: LINES_TYPE } },
  },
];

/** Documents `POST /prune`: three dialects, distinguished by the body. */
const pruneOperation: Operation = {
  id: 'prune',
  method: 'post',
  path: '/prune',
  summary: 'Prune a text by a question',
  description:
    'Takes `{query, code}` of swe-pruner, `{goal, documents}` of the pi provider, or `{tool_response}` of SWE-Pruner Pro. Kept lines are verbatim and in order. If nothing is removed, the text is returned byte for byte. Unknown fields are ignored.',
  scope: 'prune',
  body: z.union([codeRequest, documentsRequest, toolResponseRequest]),
  answers: {
    200: {
      description: 'Answer in the dialect of the request',
      schema: z.union([codeAnswer, documentsAnswer, toolResponseAnswer]),
    },
  },
};

const message: z.ZodType = z.object({ jsonrpc: z.literal('2.0') }).loose();

/** Documents `POST /mcp`. */
const mcpOperation: Operation = {
  id: 'mcp',
  method: 'post',
  path: '/mcp',
  summary: 'MCP over Streamable HTTP, stateless',
  description:
    'Send one JSON-RPC message per HTTP request. A request is answered with one JSON object, a notification with 202. The scopes of the key select the tools. `prune`: the tool `prune_text`. `artifacts`: the tool `artifact` and the resources `ax://…`, with texts that did not fit into an answer. `context`: the `context_*` tools, over context that agents of the team stashed.',
  scope: 'any',
  body: message,
  answers: {
    200: { description: 'A JSON-RPC response', schema: message },
    202: { description: 'The notification was accepted' },
  },
};

/** Documents `GET /v1/usage`. */
export const usageOperation: Operation = {
  id: 'getUsage',
  method: 'get',
  path: '/v1/usage',
  summary: 'Get usage and savings',
  description:
    'A key sees its own usage, a key with scope `read` or `admin` that of its team, the administrator that of any team. Requests of the last second may be missing. Use `format=csv` or `Accept: text/csv` to get the rows as CSV.',
  scope: 'any',
  query: usageQuery,
  answers: { 200: { description: 'Usage by group', schema: usageAnswer } },
};

/** Documents `GET /metrics`. */
const metricsOperation: Operation = {
  id: 'getMetrics',
  method: 'get',
  path: '/metrics',
  summary: 'Metrics in the Prometheus text format',
  description:
    'A key with scope `metrics` and the administrator see all series, a key with scope `admin` those of its team and of the process. On Cloudflare, the numbers are those of the isolate that answers.',
  scope: 'metrics',
  answers: { 200: { description: 'Text format 0.0.4', contentType: EXPOSITION_TYPE } },
};

/** All documented routes, in the order of the docs. */
export const OPERATIONS: readonly Operation[] = [
  pruneOperation,
  mcpOperation,
  healthOperation,
  readyOperation,
  ...teamOperations,
  usageOperation,
  metricsOperation,
];
