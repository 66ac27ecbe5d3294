import { expect, test } from 'vitest';
import { ProxyError, proxiesIn, shownProxy } from '../../../../launcher/platform/web/proxies.ts';

test('without a proxy there is none', () => {
  expect(proxiesIn({})).toBeUndefined();
  expect(proxiesIn({ HTTP_PROXY: '', HTTPS_PROXY: ' ', NO_PROXY: 'a' })).toBeUndefined();
  expect(proxiesIn({ HTTP_PROXY: 'http://proxy:3128', NO_PROXY: '*' })).toBeUndefined();
});

test('lower case wins, and a bare host is a proxy', () => {
  const env = { HTTP_PROXY: 'http://loud:1', http_proxy: 'quiet:3128', HTTPS_PROXY: 'https://safe' };
  expect(proxiesIn(env)).toMatchObject({ httpProxy: 'http://quiet:3128', httpsProxy: 'https://safe' });
  expect(proxiesIn({ ...env, http_proxy: '' })).toMatchObject({ httpProxy: undefined });
});

test('programs on this machine are met directly, unless the proxy is one of them', () => {
  const of = (url: string, given?: string): string | undefined =>
    proxiesIn({ HTTP_PROXY: url, NO_PROXY: given })?.noProxy;
  expect(of('http://proxy:3128')).toBe('localhost,127.0.0.1,[::1]');
  expect(of('http://proxy:3128', '.corp, fd00::1 10.0.0.1:80')).toBe(
    '.corp,[fd00::1],10.0.0.1:80,localhost,127.0.0.1,[::1]',
  );
  expect(of('http://localhost:3128', 'corp')).toBe('corp');
});

test('a value that is no proxy is shown unless it holds a password', () => {
  const fault = (value: string): unknown => {
    try {
      return proxiesIn({ HTTPS_PROXY: value });
    } catch (error) {
      return error;
    }
  };
  const expected = 'expected a URL such as http://proxy.example:3128';
  expect(fault('socks5://proxy:1080')).toEqual(
    new ProxyError(`cannot use HTTPS_PROXY: "socks5://proxy:1080": ${expected}`),
  );
  expect(fault('http://me:secret@')).toEqual(new ProxyError(`cannot use HTTPS_PROXY: its value: ${expected}`));
  expect(shownProxy('http://me:secret@proxy:3128/x')).toBe('http://proxy:3128');
});
