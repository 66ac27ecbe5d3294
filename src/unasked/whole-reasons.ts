/** Reasons why a result of a host's own tool passed unchanged, in words that follow "because". */
export const WHOLE_REASONS = {
  late: 'the hook was late (docs/troubleshooting.md)',
  other_hook: 'another hook may replace them',
  instructions: 'the agent may have to follow them',
  ignored: 'an ignore list names the file',
  short: 'shortening them would not pay',
  range: 'the agent asked for certain lines',
  again: 'they were shown with gaps before',
  named: 'the prompt names the file',
  followed: 'the agent said that it follows the file',
  review: 'the agent reviews, so any line may matter',
  declined: 'too little could be left out',
  failed: 'shortening failed (docs/troubleshooting.md)',
  unclear: 'their session or text is missing or ambiguous',
} as const;

export type WholeReason = keyof typeof WHOLE_REASONS;

/** Numbers of results by reason. */
export type WholeCounts = Readonly<Partial<Record<WholeReason, number>>>;

/** Lists reasons with their numbers, most frequent first. Empty if there are none. */
export function wholeWords(counts: WholeCounts): readonly string[] {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, results]) => `${results} because ${WHOLE_REASONS[reason as WholeReason]}`);
}
