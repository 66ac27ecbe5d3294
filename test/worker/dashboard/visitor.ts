export const ORIGIN = 'https://pruner.example';

/** A received page. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly html: string;
}

/** A simple browser for the dashboard. It keeps cookies, and sends forms with their hidden fields and its origin. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Opens `page`, takes the form token from it, and sends the fields to `path`. */
  send(page: string, path: string, fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** Sends only these fields. */
  post(path: string, fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Seen>;
}

type Answering = { request(url: string, init: RequestInit): Response | Promise<Response> };

export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Returns the token in a page's forms. */
export function tokenIn(html: string): string {
  return /name="form_token" value="([0-9a-f]*)"/.exec(html)?.[1] ?? '';
}

/** Opens a browser on the app, or on whatever answers requests. */
export function visit(app: Answering, origin: string = ORIGIN): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<Seen> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await app.request(origin + path, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    return { status: answer.status, headers: answer.headers, location, html: await answer.text() };
  };
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields, headers = {}) => {
      const body = new URLSearchParams();
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(name, value);
      }
      return ask(path, { method: 'POST', body, headers: { origin, ...headers } });
    },
    send: async (page, path, fields, headers = {}) => {
      const { html } = await visitor.get(page);
      return visitor.post(path, { form_token: tokenIn(html), ...fields }, headers);
    },
  };
  return visitor;
}
