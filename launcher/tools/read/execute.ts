import { decodeCapped } from '../../platform/text/decode-capped.ts';
import { OUTPUT_BYTES } from '../common-arguments.ts';
import type { ToolContext, ToolOutcome } from '../tool.ts';
import type { ReadArguments } from './arguments.ts';
import { LineScanner } from './line-scanner.ts';
import { openText } from './open-text.ts';
import { readCappedFile } from './read-capped-file.ts';
import type { ReadErrorCode, ReadResult } from './result.ts';

/** Reads a text file, or a range of its lines. Rejects only with `context.signal`'s reason. */
export async function executeRead(
  args: ReadArguments,
  context: ToolContext,
): Promise<ToolOutcome<ReadResult, ReadErrorCode>> {
  const start = performance.now();
  const { root, folder = root } = context;
  const opened = await openText(root, args.file_path, folder);
  if (!opened.ok) return opened;
  const { file, size } = opened;
  const max = args.max_output_bytes ?? OUTPUT_BYTES.max;
  const { start_line = 1, end_line = Number.MAX_SAFE_INTEGER } = args;
  const isRange = args.start_line !== undefined || args.end_line !== undefined;
  const scanner = isRange ? new LineScanner(start_line, end_line) : undefined;
  let bytes: Buffer;
  try {
    bytes = await readCappedFile(file, size, max, context.signal, scanner);
  } catch (error) {
    context.signal.throwIfAborted();
    const errno = (error as NodeJS.ErrnoException).code ?? 'EIO';
    return { ok: false, error: { code: 'io_error', message: `cannot read "${args.file_path}": ${errno}` } };
  } finally {
    await file.close();
  }
  const instructions = (await context.instructions?.of(args.file_path, { root, folder })) ?? [];
  const { text, bytes: shown, cut: truncated } = decodeCapped(bytes, max);
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
