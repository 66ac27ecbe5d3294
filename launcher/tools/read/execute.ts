import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { realPathInside } from '../../platform/paths/real-path-inside.ts';
import { resolveInside } from '../../platform/paths/resolve-inside.ts';
import { decodeCapped } from '../../platform/text/decode-capped.ts';
import {
  BEGINNING_BYTES,
  type OtherEncoding,
  otherEncoding,
  PROBE_BYTES,
  utf16Of,
} from '../../platform/text/text-encoding.ts';
import { OUTPUT_BYTES } from '../common-arguments.ts';
import type { ToolContext, ToolError, ToolOutcome } from '../tool.ts';
import type { ReadArguments } from './arguments.ts';
import { LineScanner } from './line-scanner.ts';
import type { ReadErrorCode, ReadResult } from './result.ts';

type OpenedText =
  | { readonly ok: true; readonly file: TextSource; readonly size: number; readonly note?: string }
  | { readonly ok: false; readonly error: ToolError<ReadErrorCode> };

/** Bytes of a text as UTF-8, read by position like a file. */
interface TextSource {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ buffer: Buffer; bytesRead: number }>;
  close(): Promise<void>;
}

/** Max bytes of a file in UTF-16, which is read whole. */
const UTF16_BYTES = 67_108_864;
// Without O_NONBLOCK, opening a FIFO waits for a writer. O_NOFOLLOW refuses a link that replaced the checked path.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Opens a regular text file inside the root, or returns why it cannot. The caller closes it. */
async function openText(root: string, given: string, folder: string = root): Promise<OpenedText> {
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
  if ('why' in found) return refuse(found.code, given, found.why);
  return { ok: true, ...inMemory(Buffer.from(found.text)), note: found.note };
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
  | { readonly text: string; readonly note: string }
  | { readonly code: ReadErrorCode; readonly why: string };

async function lookInto(file: FileHandle): Promise<Found> {
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) return { code: 'invalid_path', why: 'expected a regular file, got a directory' };
    if (!stats.isFile()) return { code: 'invalid_path', why: 'expected a regular file' };
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PROBE_BYTES), 0, PROBE_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    if (!head.includes(0) && utf16Of(head) === undefined) return { size: stats.size };
    const { name, note } = (await otherEncoding(head)) ?? {};
    if (name === undefined || note === undefined)
      return { code: 'invalid_path', why: 'expected text, got a binary file with NUL bytes' };
    if (stats.size <= UTF16_BYTES) return { text: new TextDecoder(name).decode(await file.readFile()), note };
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

const CHUNK_BYTES = 256 * 1024;
const CR = 13;

/**
 * Reads the scanner's range, or everything without a scanner. Stops when the scanner is done, when the file ends, or
 * after more than `max` bytes. Memory use stays near `max` however large the file is, and no more is read than needed.
 */
async function readCappedFile(
  file: Pick<TextSource, 'read'>,
  size: number,
  max: number,
  signal: AbortSignal,
  scanner?: LineScanner,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let kept = 0;
  let carried: Buffer | undefined;
  // A file in /proc reports size 0 but has content. Reading one byte beyond the size detects the end without another
  // read.
  const step = scanner === undefined ? Math.min(Math.max(size + 1, 4096), max + 1) : CHUNK_BYTES;
  for (let position = 0; kept <= max && scanner?.done !== true; ) {
    signal.throwIfAborted();
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(step), 0, step, position);
    position += bytesRead;
    let chunk: Buffer = buffer.subarray(0, bytesRead);
    if (carried !== undefined) chunk = Buffer.concat([carried, chunk]);
    carried = undefined;
    if (scanner !== undefined && bytesRead > 0 && chunk[chunk.length - 1] === CR) {
      carried = chunk.subarray(-1);
      chunk = chunk.subarray(0, -1);
    }
    const part = scanner === undefined ? chunk : scanner.take(chunk);
    if (part.length > 0) parts.push(part);
    kept += part.length;
    if (bytesRead === 0) break;
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** Reads a text file, or a range of its lines. Rejects only with `context.signal`'s reason. */
export async function executeRead(
  args: ReadArguments,
  context: ToolContext,
): Promise<ToolOutcome<ReadResult, ReadErrorCode>> {
  const start = performance.now();
  const { root, folder = root } = context;
  const opened = await openText(root, args.file_path, folder);
  if (!opened.ok) return opened;
  const { file, size, note } = opened;
  const max = args.max_output_bytes ?? OUTPUT_BYTES.max;
  const { start_line = 1, end_line = Number.MAX_SAFE_INTEGER } = args;
  const isRange = args.start_line !== undefined || args.end_line !== undefined;
  const scanner = isRange ? new LineScanner(start_line, end_line) : undefined;
  let bytes: Buffer;
  let encoding: OtherEncoding | undefined;
  try {
    bytes = await readCappedFile(file, size, max, context.signal, scanner);
    const beginning = () => readCappedFile(file, size, BEGINNING_BYTES, context.signal);
    encoding = await otherEncoding(bytes, { isCut: bytes.length > max, more: isRange ? beginning : undefined });
  } catch (error) {
    context.signal.throwIfAborted();
    const errno = (error as NodeJS.ErrnoException).code ?? 'EIO';
    return { ok: false, error: { code: 'io_error', message: `cannot read "${args.file_path}": ${errno}` } };
  } finally {
    await file.close();
  }
  const instructions = (await context.instructions?.of(args.file_path, { root, folder })) ?? [];
  const { text, bytes: shown, cut: truncated } = decodeCapped(bytes, max, encoding?.name);
  const told = note ?? encoding?.note;
  const result: ReadResult = {
    tool: 'read',
    file_path: args.file_path,
    encoding: args.encoding,
    content: text,
    truncated,
    bytes: shown,
    duration_ms: Math.round(performance.now() - start),
    ...rangeOf(args, scanner, truncated),
    ...(instructions.length > 0 && { instructions }),
  };
  return {
    ok: true,
    isPart: truncated,
    ...(told !== undefined && { warnings: [told] }),
    result,
    prunable: {
      text,
      path: args.file_path,
      firstLine: args.start_line,
      apply: (pruned) => ({ ...result, content: pruned }),
    },
  };
}

function rangeOf(args: ReadArguments, scanner: LineScanner | undefined, truncated: boolean): Partial<ReadResult> {
  if (scanner === undefined) return {};
  const { start_line = 1, end_line } = args;
  // The end is unknown if the range is open and the file was not read to its end.
  const end = end_line ?? (truncated ? undefined : Math.max(start_line, scanner.lineCount));
  const range = { start_line, ...(end !== undefined && { end_line: end }) };
  return scanner.done || truncated ? range : { ...range, total_lines: scanner.lineCount };
}
