import path from 'node:path';
import type { SessionSource } from '../../../../launcher/hosts/recordings.ts';
import { isRedacted } from '../../../../src/transcripts/formats/claude-code.ts';
import { openGit } from '../git.ts';
import { type Repository, readBlobs, streamBlob } from './git-blobs.ts';
import { listTree, type TreeFile } from './git-tree.ts';

/** Branch on which Entire (https://entire.io) commits the session logs of a repository. */
const BRANCHES = ['refs/heads/entire/checkpoints/v1', 'refs/remotes/origin/entire/checkpoints/v1'];
/** Refs of other versions of Entire: one per checkpoint, or one for the metadata and one for the logs. */
const REFS = 'refs/entire/checkpoints/';
/** Matches a session's log. One over 50 MB is split: `full.jsonl`, `full.jsonl.001` and so on. */
const LOG = /^(?:full\.jsonl|raw_transcript)(?:\.\d+)?$/;
const ABOUT = 'metadata.json';

/** One checkpoint's log of one session. */
interface Checkpoint {
  readonly folder: string;
  readonly id: string;
  readonly createdAt: number | undefined;
  readonly logs: readonly TreeFile[];
  /** Undefined if a part is missing from a partial clone. */
  readonly bytes: number | undefined;
}

export interface EntireOptions {
  /** True to read only the branch, and none of Entire's other refs. */
  readonly isBranchOnly?: boolean;
}

/**
 * Finds the sessions that Entire recorded in a repository, longest first. Every checkpoint contains its session from
 * the start, so the longest log counts. Undefined if there are none. A session whose logs are all missing cannot be
 * opened.
 */
export async function entireSources(
  from: Repository,
  signal: AbortSignal,
  { isBranchOnly = false }: EntireOptions = {},
): Promise<readonly SessionSource[] | undefined> {
  const patterns = isBranchOnly ? BRANCHES : [...BRANCHES, REFS];
  const refs = (
    await openGit(from.repo, from.env, signal, from.timeout)('for-each-ref', '--format=%(refname)', ...patterns)
  )
    .split('\n')
    .filter((ref) => ref !== '');
  const branch = BRANCHES.find((name) => refs.includes(name));
  const read = refs.filter((ref) => ref === branch || ref.startsWith(REFS));
  if (read.length === 0) return undefined;
  const files: TreeFile[] = [];
  for (const ref of read) {
    const prefix = prefixOf(ref);
    for (const file of await listTree(from, ref, signal)) files.push({ ...file, file: `${prefix}${file.file}` });
  }
  const longest = new Map<string, Checkpoint>();
  for (const checkpoint of await checkpointsOf(from, files, signal)) {
    const session = isRedacted(checkpoint.id) ? checkpoint.folder : checkpoint.id;
    if ((checkpoint.bytes ?? 0) >= (longest.get(session)?.bytes ?? 0)) longest.set(session, checkpoint);
  }
  return [...longest.values()]
    .toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0))
    .map((checkpoint) => toSource(from, checkpoint));
}

/**
 * Returns the key prefix for folders of a ref. Metadata and log of a checkpoint may be in the same folder of two refs,
 * which then share a prefix.
 */
function prefixOf(ref: string): string {
  if (BRANCHES.includes(ref)) return 'entire/checkpoints/v1:';
  const name = ref.slice('refs/'.length);
  return `${name.replace(/\/v2\/(?:main|full\/.*)$/, '/v2')}:`;
}

async function checkpointsOf(
  from: Repository,
  files: readonly TreeFile[],
  signal: AbortSignal,
): Promise<readonly Checkpoint[]> {
  const logs = new Map<string, TreeFile[]>();
  const abouts: TreeFile[] = [];
  for (const file of files) {
    const name = path.posix.basename(file.file);
    const folder = path.posix.dirname(file.file);
    if (LOG.test(name)) logs.set(folder, [...(logs.get(folder) ?? []), file]);
    if (name === ABOUT) abouts.push(file);
  }
  const texts = await readBlobs(
    from,
    abouts.map(({ blob }) => blob),
    signal,
  );
  return abouts.flatMap(({ file }, at): readonly Checkpoint[] => {
    const folder = path.posix.dirname(file);
    const held = logs.get(folder)?.toSorted((a, b) => (a.file < b.file ? -1 : 1));
    const { id, createdAt } = describe(texts[at]);
    if (held === undefined || id === undefined) return [];
    const isWhole = held.every(({ bytes }) => bytes !== undefined);
    const bytes = isWhole ? held.reduce((sum, log) => sum + (log.bytes ?? 0), 0) : undefined;
    return [{ folder, id, createdAt, logs: held, bytes }];
  });
}

function describe(about: string | undefined): { readonly id?: string; readonly createdAt?: number } {
  try {
    const { session_id: id, created_at: at } = JSON.parse(about ?? '{}') as Record<string, unknown>;
    const createdAt = Date.parse(String(at));
    return { ...(typeof id === 'string' ? { id } : {}), ...(Number.isNaN(createdAt) ? {} : { createdAt }) };
  } catch {
    return {};
  }
}

function toSource(from: Repository, { folder, id, createdAt, logs, bytes }: Checkpoint): SessionSource {
  return {
    place: `${from.repo}:${folder}`,
    id,
    repository: from.repo,
    changedAt: createdAt,
    bytes: bytes ?? 0,
    async *open(signal) {
      for (const { blob } of logs) yield* streamBlob(from, blob, signal);
    },
  };
}
