import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from './line-head.ts';
import type { Outline } from './outline.ts';

/** A stack frame, in any supported language. */
export const FRAME: RegExp =
  /^\s*(at \S+.{0,300}[:(]|File "[^"]{1,300}", line \d+|\d+: 0x|#\d+ |from \S+:\d+:in |goroutine \d+|\S+\.(go|rs|py|rb|js|ts|java|c|cc|cpp|php):\d+\b)|^\t\S+\.go:\d+|^\s+at .{1,300}$|^\s{2,}\d+: \S|^\s+[\w.<>[\]# ]{1,120} \((?:file:|node:|\/|[A-Z]:\\).{1,300}:\d+:\d+\)$|^\s+\S+\.\w+:\d+:\d+$/;

/** Frames of runtimes and installed packages, which seldom hold the fault. */
export const FOREIGN: RegExp =
  /\bnode:|\(internal\/|node_modules[/\\]|site-packages[/\\]|dist-packages[/\\]|[/\\]lib[/\\](?:python|ruby|node)\d?|<frozen |\b(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|clojure)\.[\w.$]+\(|\b(?:org\.(?:junit|gradle|apache\.maven|springframework|hibernate)|jdk\.internal)\.|[/\\]rustc[/\\]|\b(?:core|std|alloc|test)::|[/\\]\.?cargo[/\\]registry|[/\\]usr[/\\](?:lib|include|local[/\\]go)|[/\\]go[/\\]pkg[/\\]mod|\bruntime\.\w+\(|[/\\]runtime[/\\]\w+\.go:|\btesting\.tRunner|[/\\]testing[/\\]testing\.go|[/\\]vendor[/\\]|[/\\]gems[/\\]|\b(?:System|Microsoft)\.[\w.]+[(`]|\.dart_tool|package:(?:flutter|test)|\[native code\]|libc\.so|libasan|__libc_start|ext:(?:deno|core)/;

/** Foreign frames shown at the top of a trace, where the error was raised. */
const RAISED = 2;
/** Cost of one pass over indented lines, as a share of the cost of counting tokens. */
const SHARE = 0.1;

/**
 * Marks foreign frames that need not be shown, one byte a line. If a trace contains the user's own frames, these are
 * all its foreign frames except the top ones.
 */
export function* foreignFrames(lines: Lines, { indents }: Outline): CooperativeTask<Uint8Array> {
  const aside = new Uint8Array(lines.count);
  let frames: Frame[] = [];
  const close = (): void => {
    if (frames.some(({ foreign }) => !foreign)) {
      for (const { from, to, foreign } of frames.slice(RAISED)) if (foreign) aside.fill(1, from, to);
    }
    frames = [];
  };
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const indent = indents[i] as number;
      const line = indent > 0 ? lineHead(lines, i) : '';
      const above = frames.at(-1);
      if (line !== '' && FRAME.test(line)) frames.push({ from: i, to: i + 1, indent, foreign: FOREIGN.test(line) });
      else if (above === undefined) continue;
      // A frame's code stands right below it, indented deeper.
      else if (indent > above.indent && i - above.from <= CODE_LINES) above.to = i + 1;
      else if (i - above.to >= 1) close();
    }
  });
  close();
  return aside;
}

/** Max lines of code below a frame. */
const CODE_LINES = 3;

interface Frame {
  readonly from: number;
  to: number;
  readonly indent: number;
  readonly foreign: boolean;
}
