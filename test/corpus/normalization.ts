/** Replaces values that vary between runs in the JSON text of an output. */
interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly by: string;
  readonly why: string;
}

/** Everything that varies between two recordings of the same build. Nothing else may be replaced. */
export const RULES: readonly Rule[] = [
  {
    name: 'request id',
    pattern: /(\\*"(?:x-)?request[_-]id\\*":\s?\\*")[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    by: '$1<request id>',
    why: 'drawn when a request arrives, which may be while another one waits',
  },
  { name: 'port', pattern: /\b(127\.0\.0\.1|localhost):\d{4,5}\b/g, by: '$1:<port>', why: 'any free port is taken' },
  {
    name: 'process id of a status',
    pattern: /(?<before>\\*"pid\\*":\s?|\(process )\d+/g,
    by: '$<before>0',
    why: 'given by the system',
  },
  {
    name: 'process id of a file for Gemini CLI',
    pattern: /(\/mcp-pruner\/)\d+(?=-[0-9a-f]{16}\.txt)/g,
    by: '$1<pid>',
    why: 'given by the system',
  },
  {
    name: 'process id of a log',
    pattern: /(\.\d{3}Z )\d+(?= (?:stderr|debug|info|warn|error) )/g,
    by: '$1<pid>',
    why: 'given by the system',
  },
  {
    name: 'progress of the ledger',
    pattern: /(mcp_pruner_ledger_(?:written_total|waiting) )\d+/g,
    by: '$1<records>',
    why: 'it is written behind the answers, at times of its own',
  },
];

/** Normalizes the output of a call for comparison. */
export function normalize(output: unknown): unknown {
  const text = JSON.stringify(output ?? null);
  return JSON.parse(RULES.reduce((given, { pattern, by }) => given.replaceAll(pattern, by), text));
}
