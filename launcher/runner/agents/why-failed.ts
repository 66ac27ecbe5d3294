/** Max UTF-16 units of a reason, because a failed command may have printed any amount of text. */
const MAX_CHARS = 300;
/** Reason in our own tools' results, which follows the partial output. */
const OUR_WORDS = /^\[[a-z_]+: (.+)\]$/m;
/** Reason in Codex's errors, which follows a description of the attempt. */
const CAUSE = /\n\s*Caused by:\n\s*(.+)/;
const AGENTS_TAG = /<\/?tool_use_error>/g;

/** Returns the line of a failed call's result that contains the reason. */
export function whyFailed(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  const [, words] = OUR_WORDS.exec(said) ?? CAUSE.exec(said) ?? [];
  const line = words ?? said.replaceAll(AGENTS_TAG, '').trim().split('\n')[0]?.trim();
  return line === undefined || line === '' ? undefined : line.slice(0, MAX_CHARS);
}
