import { type HttpAnswer, type HttpServer, ownHeaders } from '../../drivers/http-server.ts';

/** A browser that keeps cookies, and sends forms with the token of the last page. */
export function visitor(
  served: HttpServer,
): (path: string, form?: Readonly<Record<string, string>>) => Promise<HttpAnswer> {
  const cookies = new Map<string, string>();
  let token = '';
  return async (path, form) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: served.url };
    const body = new URLSearchParams({ ...form, form_token: token, token });
    const answer = await fetch(`${served.url}${path}`, {
      ...{ redirect: 'manual', headers },
      ...(form !== undefined && { method: 'POST', body }),
    });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    token = /<input type="hidden" name="[^"]*token[^"]*" value="([^"]*)"/i.exec(text)?.[1] ?? token;
    return { status: answer.status, headers: ownHeaders(answer), body: text };
  };
}
