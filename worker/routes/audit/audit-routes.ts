import { Hono } from 'hono';
import * as z from 'zod';
import { requestFailure } from '../../../src/prune-api/request-failure.ts';
import { toValidationDetails } from '../../../src/prune-api/validation-detail.ts';
import type { AuditTrail, StoredAuditEntry } from '../../../src/teams/keys/audit.ts';
import type { Directory } from '../../../src/teams/keys/directory.ts';
import type { Admit } from '../../access/admit.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { FORBIDDEN } from '../teams/team-routes.ts';

const MAX_ROWS = 1_000;

const time = z.iso.datetime({ offset: true, error: 'Input should be an ISO 8601 time with an offset or Z' });

/** Schema of the query of `GET /v1/audit`. */
export const auditQuery = z.object({
  team: z.string().optional().describe('Id or name of a team. Default: all that the key may see'),
  from: time.optional().describe('ISO 8601'),
  to: time.optional().describe('ISO 8601, exclusive'),
  before: z.coerce.number().int().gte(1).optional().describe('Only entries with a smaller id, for the next page'),
  limit: z.coerce.number().int().gte(1).lte(MAX_ROWS).default(MAX_ROWS).describe('Max entries of a page'),
});

/** One line of the answer. */
export const auditLine = z.object({
  id: z.int(),
  time: z.string().describe('ISO 8601'),
  action: z.string(),
  by_team: z.string(),
  by_key: z
    .string()
    .describe('Id of the key that did it, `root` for the administrator, empty if nobody was identified'),
  address: z.string().nullable(),
  request_id: z.string(),
  team: z.string().nullable(),
  key: z.string(),
  about: z.record(z.string(), z.unknown()),
});

/** The media type of JSON lines. */
export const LINES_TYPE = 'application/jsonl';

export interface AuditRoutesDeps {
  readonly admit: Admit;
  readonly directory: Pick<Directory, 'findTeam'>;
  readonly trail: AuditTrail;
}

/** Serves `GET /v1/audit`: of all teams to the administrator, of its own to a key with scope `admin`. */
export function auditRoutes({ admit, directory, trail }: AuditRoutesDeps): Hono<WorkerContext> {
  return new Hono<WorkerContext>().get('/', admit('admin'), async (c) => {
    const parsed = auditQuery.safeParse(c.req.query(), { reportInput: true });
    if (!parsed.success) {
      const details = toValidationDetails(parsed.error).map((one) => ({ ...one, loc: ['query', ...one.loc.slice(1)] }));
      return answerFailure(c, requestFailure('invalid_request', details));
    }
    const { team: asked, from, to, before, limit } = parsed.data;
    const { kind, team: own } = c.get('principal');
    const found = asked === undefined ? undefined : await directory.findTeam(asked);
    if (kind !== 'root' && asked !== undefined && found?.id !== own) return answerFailure(c, FORBIDDEN);
    // Entries of a team that was deleted are found by its id.
    const team = kind === 'root' ? (found?.id ?? asked) : own;
    const range = { from: from === undefined ? 0 : Date.parse(from), to: to === undefined ? END : Date.parse(to) };
    const entries = await trail.read({ team, ...range, before, limit });
    const last = entries.at(-1);
    if (last !== undefined && entries.length === limit) {
      const next = new URL(c.req.url);
      next.searchParams.set('before', String(last.id));
      c.header('Link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    c.header('Cache-Control', 'no-store');
    c.header('Content-Type', LINES_TYPE);
    return c.body(entries.map((entry) => `${JSON.stringify(toLine(entry))}\n`).join(''));
  });
}

/** After every time. */
const END = Number.MAX_SAFE_INTEGER;

function toLine({ at, byTeam, byKey, requestId, ...entry }: StoredAuditEntry): z.infer<typeof auditLine> {
  const { id, action, address, team, key, about } = entry;
  return {
    ...{ id, time: new Date(at).toISOString(), action, by_team: byTeam, by_key: byKey },
    ...{ address, request_id: requestId, team, key, about },
  };
}
