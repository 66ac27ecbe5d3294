import { Agent, request } from 'node:http';
import { ANSWERED_BY } from './nginx.ts';

/** Statuses by which nginx or a worker says that it cannot answer at the moment. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export type Asked =
  | { readonly ok: true; readonly status: number; readonly by: string; readonly json: unknown }
  /** No answer; `instead` says what happened. */
  | { readonly ok: false; readonly instead: string };

export interface Question {
  readonly method: string;
  readonly url: string;
  readonly key: string;
  /** The body, as JSON. */
  readonly body?: string | undefined;
  /** Client address to claim, for a worker that trusts this process as a proxy. */
  readonly from?: string | undefined;
}

/** Sends a request over a new connection, so that nginx chooses a worker for each. */
export function ask({ method, url, key, body, from }: Question): Promise<Asked> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(from !== undefined && { 'x-forwarded-for': from }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve({ ok: false, instead: error.code ?? error.message });
    const sent = request(url, { agent: AGENT, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('error', failed).once('end', () => {
        const status = answer.statusCode ?? 0;
        if (LATER.has(status)) return resolve({ ok: false, instead: String(status) });
        const tried = String(answer.headers[ANSWERED_BY] ?? '').split(', ');
        resolve({ ok: true, status, by: tried.at(-1) ?? '', json: toJson(text) });
      });
    });
    sent.once('error', failed).end(body);
  });
}

/** Parses JSON. nginx answers errors in HTML. */
function toJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

const AGENT = new Agent({ keepAlive: true });

/** Calls a tool over `/mcp`, without a session. */
export function callTool(url: string, key: string, name: string, args: object): Promise<Asked> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return ask({ method: 'POST', url: `${url}/mcp`, key, body: JSON.stringify(call) });
}
