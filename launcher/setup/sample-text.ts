/** A question about a file of functions that differ only in their names, and its answer. */
export const SAMPLE_QUESTION = 'How is the delay before an upload is retried computed?';
export const SAMPLE_ANSWER = 'computeUploadRetryDelay';

const NOUNS = ['Invoice', 'Order', 'Customer', 'Address', 'Basket', 'Voucher', 'Shipment', 'Ledger'];
const VERBS = ['parse', 'render', 'validate', 'archive', 'compare', 'export'];

/** Generates a file of about 250 lines, with the answer in the middle. */
export function generateSample(): string {
  const names = VERBS.flatMap((verb) => NOUNS.map((noun) => `${verb}${noun}`));
  const functions = names.map(
    (name) =>
      `export function ${name}(input: string): string {\n  const fields = input.split(',');\n  return fields.map((field) => field.trim()).join(';'); // ${name}\n}\n`,
  );
  const answer = `export function ${SAMPLE_ANSWER}(attempt: number): number {\n  // Doubles with each attempt, up to a minute.\n  return Math.min(500 * 2 ** attempt, 60_000);\n}\n`;
  return [...functions.slice(0, 24), answer, ...functions.slice(24)].join('\n');
}
