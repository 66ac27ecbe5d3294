import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { realPathInside } from '../../platform/paths/real-path-inside.ts';
import { resolveInside } from '../../platform/paths/resolve-inside.ts';
import { isBinary, PROBE_BYTES, utf16Of } from '../../platform/text/text-encoding.ts';
import type { ToolError } from '../tool.ts';
import type { ReadErrorCode } from './result.ts';

export type OpenedText =
  | { readonly ok: true; readonly file: TextSource; readonly size: number }
  | { readonly ok: false; readonly error: ToolError<ReadErrorCode> };

/** Bytes of a text as UTF-8, read by position like a file. */
export interface TextSource {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ buffer: Buffer; bytesRead: number }>;
  close(): Promise<void>;
}

/** Max bytes of a file in UTF-16, which is read whole. */
const UTF16_BYTES = 67_108_864;
// Without O_NONBLOCK, opening a FIFO waits for a writer. O_NOFOLLOW refuses a link that replaced the checked path.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Opens a regular text file inside the root, or returns why it cannot. The caller closes it. */
export async function openText(root: string, given: string, folder: string = root): Promise<OpenedText> {
  const absolute = resolveInside(root, path.resolve(folder, given));
  if (absolute === undefined) return refuse('invalid_path', given, 'expected a path inside the root');
  const real = await realPathInside(root, absolute);
  if (!real.ok) return refuse(CODE_OF[real.reason], given, WHY[real.reason] ?? real.errno);
  let file: FileHandle;
  try {
    file = await open(real.path, FLAGS);
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? 'EIO';
    if (errno === 'EACCES' || errno === 'EPERM') return refuse('permission_denied', given, WHY.denied);
    if (errno === 'ENOENT') return refuse('not_found', given, WHY.missing);
    if (errno === 'ENXIO') return refuse('invalid_path', given, 'expected a regular file, got a socket or device');
    return refuse('io_error', given, errno);
  }
  const found = await lookInto(file);
  if ('size' in found) return { ok: true, file, size: found.size };
  await file.close();
  return 'text' in found ? { ok: true, ...inMemory(Buffer.from(found.text)) } : refuse(found.code, given, found.why);
}

const CODE_OF = {
  missing: 'not_found',
  denied: 'permission_denied',
  outside: 'invalid_path',
  unreadable: 'invalid_path',
} as const;
const WHY = {
  missing: 'there is no such file',
  denied: 'the permission is missing',
  outside: 'a link leads out of the root: expected a path inside it',
} as Readonly<Record<string, string>> & { readonly missing: string; readonly denied: string };

type Found =
  | { readonly size: number }
  /** Text that had to be decoded. */
  | { readonly text: string }
  | { readonly code: ReadErrorCode; readonly why: string };

async function lookInto(file: FileHandle): Promise<Found> {
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) return { code: 'invalid_path', why: 'expected a regular file, got a directory' };
    if (!stats.isFile()) return { code: 'invalid_path', why: 'expected a regular file' };
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PROBE_BYTES), 0, PROBE_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    if (isBinary(head)) return { code: 'invalid_path', why: 'expected text, got a binary file with NUL bytes' };
    const encoding = utf16Of(head);
    if (encoding === undefined) return { size: stats.size };
    if (stats.size <= UTF16_BYTES) return { text: new TextDecoder(encoding).decode(await file.readFile()) };
    return { code: 'invalid_path', why: `it is UTF-16 of ${stats.size} bytes: expected at most ${UTF16_BYTES}` };
  } catch (error) {
    return { code: 'io_error', why: (error as NodeJS.ErrnoException).code ?? 'EIO' };
  }
}

function inMemory(bytes: Buffer): { readonly file: TextSource; readonly size: number } {
  const file: TextSource = {
    read: async (buffer, offset, length, position) => ({
      buffer,
      bytesRead: bytes.copy(buffer, offset, position, position + length),
    }),
    close: async () => {},
  };
  return { file, size: bytes.length };
}

function refuse(code: ReadErrorCode, given: string, why: string): OpenedText {
  return { ok: false, error: { code, message: `cannot read "${given}": ${why}` } };
}
