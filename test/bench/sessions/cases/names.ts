/** Called with each name: its hash, its offset, and true if it looks like a name in code rather than a plain word. */
export type OnName = (hash: number, at: number, isCode: boolean) => void;

// 0 none, 1 lower case, 2 upper case, 3 digit, 4 underscore or dollar, 5 joint: dot, slash, hyphen, at sign
const CLASS = new Uint8Array(128);
for (let c = 0; c < 26; c++) {
  CLASS[97 + c] = 1;
  CLASS[65 + c] = 2;
}
for (let c = 48; c < 58; c++) CLASS[c] = 3;
for (const mark of '_$') CLASS[mark.charCodeAt(0)] = 4;
for (const joint of './-@') CLASS[joint.charCodeAt(0)] = 5;
const JOINT = 5;
const SLASH = 0x2f;
const DOT = 0x2e;
const HYPHEN = 0x2d;
const OPEN = 0x28;

const MIN_CHARS = 4;

/**
 * Finds names, paths, flags and numbers in a text. Identifiers and numbers have at least 4 characters. Dotted names
 * and paths are visited as a whole. So are long options and the last part of a path, if dotted. Different names have
 * different hashes (FNV-1a, 32 bits), except about one in four billion.
 */
export function eachCodeName(text: string, onName: OnName): void {
  for (let at = 0; at < text.length; ) {
    if (classAt(text, at) === 0) {
      at++;
      continue;
    }
    const start = at;
    let slash = -1;
    let isDotted = false;
    while (at < text.length && classAt(text, at) !== 0) {
      const c = text.charCodeAt(at);
      if (c === SLASH) slash = at;
      if (c === DOT) isDotted = true;
      at++;
    }
    compound(text, start, at, slash, isDotted, onName);
    for (let from = start; from < at; ) {
      if (classAt(text, from) === JOINT) {
        from++;
        continue;
      }
      let to = from;
      while (to < at && classAt(text, to) !== JOINT) to++;
      if (to - from >= MIN_CHARS) onName(hashOf(text, from, to), from, isCodeName(text, from, to));
      from = to;
    }
  }
}

/** Visits a path, dotted name or long option, without joints at its ends. */
function compound(text: string, start: number, end: number, slash: number, isDotted: boolean, onName: OnName): void {
  const isOption = text.charCodeAt(start) === HYPHEN && text.charCodeAt(start + 1) === HYPHEN;
  if (slash === -1 && !isDotted && !isOption) return;
  let from = start;
  let to = end;
  while (from < to && classAt(text, from) === JOINT) from++;
  while (to > from && classAt(text, to - 1) === JOINT) to--;
  if (to - from < MIN_CHARS) return;
  const isPath = slash > from && slash < to;
  const hasDot = isDotted && includesDot(text, from, to);
  if (isPath || hasDot || isOption) onName(hashOf(text, from, to), from, true);
  if (isPath && to - slash > MIN_CHARS && includesDot(text, slash + 1, to)) {
    onName(hashOf(text, slash + 1, to), slash + 1, true);
  }
}

/** True if there is a dot before `to`. The search stops there, because a text of paths alone may have no dot at all. */
function includesDot(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === DOT) return true;
  return false;
}

/** True for `retryDelay`, `retry_delay`, `utf8`, `retry(` and `12345`, as opposed to words of a sentence. */
function isCodeName(text: string, from: number, to: number): boolean {
  if (text.charCodeAt(to) === OPEN) return true;
  let digits = 0;
  let hasCode = false;
  let before = 0;
  for (let at = from; at < to; at++) {
    const one = classAt(text, at);
    if (one === 3) digits++;
    if (one === 4 || (one === 2 && before === 1)) hasCode = true;
    before = one;
  }
  return hasCode || digits > 0;
}

function classAt(text: string, at: number): number {
  const c = text.charCodeAt(at);
  return c < 128 ? (CLASS[c] as number) : 0;
}

function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
