/** UTF-16 units of a reason: what failed may have printed without end. */
const MAX_CHARS = 300;
/** How our own tools say it, behind what there was of the output. */
const OUR_WORDS = /^\[[a-z_]+: (.+)\]$/m;
/** How Codex says it, below what it attempted. */
const CAUSE = /\n\s*Caused by:\n\s*(.+)/;
const AGENTS_TAG = /<\/?tool_use_error>/g;

/** One line of what a failed call came back with: the one that tells why. */
export function whyFailed(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  const [, words] = OUR_WORDS.exec(said) ?? CAUSE.exec(said) ?? [];
  const line = words ?? said.replaceAll(AGENTS_TAG, '').trim().split('\n')[0]?.trim();
  return line === undefined || line === '' ? undefined : line.slice(0, MAX_CHARS);
}
