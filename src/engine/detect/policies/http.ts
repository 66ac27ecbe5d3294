import { underHeadings } from '../../structure/headers.ts';
import { lineHead } from '../../structure/line-head.ts';
import type { HeadersOf, Policy } from '../../structure/policy.ts';
import { eachLine } from '../../structure/records.ts';
import { HTTP_HEADERS } from '../../structure/status-marks.ts';

const REQUEST = /^(?:> ?)?[A-Z]{3,10} \S+ HTTP\/\d/;
const STATUS = /^\s*(?:< ?)?HTTP\/\d[\d.]* \d{3}\b/;
/** Matches the reason why a request failed: curl's final error, or a note about the connection. */
const OUTCOME = /^curl: \(\d+\)|^\* .{0,200}\b(?:failed|refused|error|timed out|unable to)\b/i;

/** Matches curl's notes about the connection, which stand between the lines sent and received. */
const NOTE = /^(?:\* |[{}] \[)/;

/** Returns the status above each header, and the request above each status. */
function* byExchange(lines: Parameters<HeadersOf>[0], shape: Parameters<HeadersOf>[1]): ReturnType<HeadersOf> {
  const headers = yield* underHeadings(REQUEST, STATUS)(lines, shape);
  yield lines.count;
  return headers.map((header, i) => (NOTE.test(lineHead(lines, i, 4)) ? -1 : header));
}

const TRACE: Omit<Policy, 'name' | 'signs'> = {
  kind: 'log',
  records: eachLine,
  headers: byExchange,
  evidence: { complaints: true, lines: new RegExp([REQUEST, STATUS, OUTCOME].map(({ source }) => source).join('|')) },
  marks: HTTP_HEADERS,
};

/** Requests and answers, header by header. A header is shown with the status and the request that it belongs to. */
export const HTTP: readonly Policy[] = [
  {
    ...TRACE,
    name: 'http trace',
    signs: { share: [/^(?:\* |[<>](?: |\s*$)|[{}] \[\d+ bytes)/, 0.3], any: /^> [A-Z]+ \S+ HTTP\/\d|^< HTTP\/\d/ },
  },
  {
    ...TRACE,
    name: 'http headers',
    signs: { any: STATUS, share: [/^\s*(?:HTTP\/\d|[A-Za-z][\w-]*: ?\S|[A-Z]+ \S+ HTTP\/)/, 0.6] },
  },
];
