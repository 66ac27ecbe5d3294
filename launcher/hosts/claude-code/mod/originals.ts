import { artifactBlocks } from '../../../../src/artifacts/artifact-blocks.ts';
import type { ArtifactStore } from '../../../../src/artifacts/artifact-store.ts';
import { sha256, toHex } from '../../../../src/base/sha256.ts';
import type { ModHost } from './mod-host.ts';

/** Max UTF-16 units of a path that a notice names. */
const MAX_PATH = 400;
/** Bytes of a hash that name a file. */
const NAME_BYTES = 8;
/** Lifetime that the store reports, in milliseconds. Claude Code removes the folder with the session: after 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns the path of the host's own record of the session, without `.jsonl`; undefined if the session is not recorded. */
export async function sessionRecord(host: ModHost): Promise<string | undefined> {
  const [home, id, ...roots] = await Promise.all([host.home(), host.sessionId(), host.root(), host.cwd()]);
  for (const root of new Set(roots)) {
    const session = `${home}/projects/${root.replaceAll(/[^a-zA-Z0-9]/g, '-')}/${id}`;
    if (await host.exists(`${session}.jsonl`)) return session;
  }
  return undefined;
}

/**
 * Returns the folder for originals of a session, beside the host's own record, which is as private. The model may read
 * there without asking. Undefined if the session is not recorded, as with `--no-session-persistence`.
 */
export async function originalsFolder(host: ModHost): Promise<string | undefined> {
  const session = await sessionRecord(host);
  return session && `${session}/tool-results/mcp-pruner`;
}

/**
 * Stores an original where the model can read it: the file that it comes from, if it still contains the text, or a file
 * of its own. `put` rejects if the model could not read it, or if it cannot be read back as it was.
 */
export function originals(host: ModHost, from: string | undefined): Pick<ArtifactStore, 'put'> {
  return {
    async put({ domain, mimeType, body, confirmed }) {
      const bytes = await joined(artifactBlocks(body));
      const text = new TextDecoder().decode(bytes);
      await confirmed;
      const id = toHex((await sha256(bytes)).subarray(0, NAME_BYTES));
      const ref = (await isIn(host, from, text)) ? (from as string) : await written(host, id, text);
      if (!(await host.mayRead(ref))) throw new Error(`cannot keep a result in "${ref}": the agent may not read it`);
      const createdAt = await host.now();
      return { domain, id, ref, mimeType, bytes: bytes.length, createdAt, expiresAt: createdAt + KEPT_MS };
    },
  };
}

async function isIn(host: ModHost, file: string | undefined, text: string): Promise<boolean> {
  if (file === undefined || !mayBeNamed(file)) return false;
  return (await host.readFile(file).catch(() => '')).includes(text);
}

async function written(host: ModHost, id: string, text: string): Promise<string> {
  const folder = await originalsFolder(host);
  if (folder === undefined) throw new Error('cannot keep a result: the session is not recorded');
  const file = `${folder}/${id}.txt`;
  if (!mayBeNamed(file)) throw new Error(`cannot keep a result in "${file}": the path is too long`);
  const read = (): Promise<string> => host.readFile(file);
  if ((await read().catch(() => undefined)) === text) return file;
  await host.writeFile(file, text);
  if ((await read()) !== text) throw new Error(`cannot keep a result in "${file}": it reads otherwise`);
  return file;
}

/** True if a notice can quote the path. */
const mayBeNamed = (file: string): boolean => file.length <= MAX_PATH && !/["\n]/.test(file);

async function joined(blocks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const block of blocks) parts.push(block);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
