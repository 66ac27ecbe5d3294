import { spawn } from 'node:child_process';
import type { UserPlaces } from '../../../../launcher/hosts/recordings.ts';
import { GIT_TIMEOUT_MS, toGitArguments, toGitEnvironment } from '../git.ts';

export interface Repository {
  readonly repo: string;
  readonly env: UserPlaces['env'];
  /** Max time for git to produce a listing, or the next part of an object, in milliseconds. Default 120,000. */
  readonly timeout?: number | undefined;
}

/** Reads an object of a repository as a stream. Rejects if it is missing, for example from a partial clone. */
export async function* streamBlob(from: Repository, blob: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const child = spawn('git', toGitArguments(from.repo, ['cat-file', 'blob', blob]), {
    ...{ env: toGitEnvironment(from.env), stdio: ['ignore', 'pipe', 'ignore'], signal },
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  // Awaited at the end. Until then, a failure must not count as unhandled.
  ended.catch(() => {});
  try {
    yield* inTime(child.stdout, from.timeout, () => child.kill());
    if ((await ended) !== 0) throw new Error(`cannot read object "${blob}" of "${from.repo}"`);
  } finally {
    child.kill();
  }
}

/** Reads small objects with one process, in their order; undefined for a missing one. */
export async function readBlobs(
  { repo, env, timeout }: Repository,
  blobs: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const child = spawn('git', toGitArguments(repo, ['cat-file', '--batch']), {
    ...{ env: toGitEnvironment(env), stdio: ['pipe', 'pipe', 'ignore'], signal },
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  child.stdin.on('error', () => {});
  child.stdin.end(`${blobs.join('\n')}\n`);
  const chunks: Buffer[] = [];
  const read = async (): Promise<readonly (string | undefined)[]> => {
    for await (const chunk of inTime(child.stdout, timeout, () => child.kill())) chunks.push(chunk as Buffer);
    return split(Buffer.concat(chunks), blobs.length);
  };
  return await Promise.race([read(), failed]);
}

/** Yields the chunks of a stream. Calls `stop` if one takes too long to arrive, not counting the reader's own time. */
async function* inTime(
  stream: AsyncIterable<unknown>,
  timeout: number | undefined,
  stop: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  while (true) {
    const timer = setTimeout(stop, timeout ?? GIT_TIMEOUT_MS);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    yield next.value as Uint8Array;
  }
}

/** Splits the output into objects: `<id> blob <size>`, the bytes and a line break, or `<id> missing`. */
function split(all: Buffer, count: number): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  let at = 0;
  while (texts.length < count && at < all.length) {
    const end = all.indexOf(10, at);
    const [, type, size] = all.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') texts.push(undefined);
    else {
      texts.push(all.toString('utf8', at, at + Number(size)));
      at += Number(size) + 1;
    }
  }
  return texts;
}
