import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import path from 'node:path';
import { freePort, isListening } from '../support/ports.ts';

export interface Nginx {
  readonly https: string;
  /** URL of the same server block without TLS. */
  readonly http: string;
  /** Its access and error logs. */
  logs(): string;
  close(): Promise<void>;
}

/** Returns the server block in the docs. */
function readmeBlock(): string {
  const readme = readFileSync(new URL('../../docs/worker.md', import.meta.url), 'utf8');
  const block = /```nginx\n([\s\S]*?)```/.exec(readme)?.[1];
  if (block === undefined) throw new Error('the docs have no nginx block');
  return block;
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the docs' block has no "${from}"`);
  return text.replaceAll(from, to);
}

/**
 * Starts nginx in a folder, in front of a worker. Uses the docs' server block, with a test certificate and free ports.
 */
export async function startNginx(folder: string, workerUrl: string): Promise<Nginx> {
  const at = (name: string): string => path.join(folder, name);
  const [secure, plain] = [await freePort(), await freePort()];
  const subject = ['-subj', '/CN=pruner.example', '-keyout', at('key.pem'), '-out', at('cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject], {
    stdio: 'ignore',
  });
  const block = replaced(readmeBlock(), 'http://127.0.0.1:8000', workerUrl);
  const certificate = `ssl_certificate ${at('cert.pem')}; ssl_certificate_key ${at('key.pem')};`;
  const tls = replaced(
    replaced(block, 'listen 443 ssl', `listen 127.0.0.1:${secure} ssl`),
    '# ssl_certificate …',
    certificate,
  );
  const bare = replaced(block, 'listen 443 ssl', `listen 127.0.0.1:${plain}`);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${at(one)};`);
  const http = `access_log ${at('access.log')}; ${temp.join(' ')}\n${tls}\n${bare}`;
  const main = `daemon off; pid ${at('pid')}; error_log ${at('error.log')}; events {}`;
  writeFileSync(at('nginx.conf'), `${main}\nhttp { ${http} }\n`);
  const child = spawn('nginx', ['-p', folder, '-c', at('nginx.conf'), '-e', at('error.log')], { stdio: 'inherit' });
  await accepting(child, plain);
  return {
    https: `https://127.0.0.1:${secure}`,
    http: `http://127.0.0.1:${plain}`,
    logs: () =>
      ['access.log', 'error.log'].map((name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')).join(''),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

/** Resolves once a port accepts connections. */
async function accepting(child: ChildProcess, port: number): Promise<void> {
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request as a client of `pruner.example`, and accepts any certificate. */
export function ask(
  url: string,
  { method = 'POST', headers = {}, body = '' }: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const options = { method, rejectUnauthorized: false, headers: { host: 'pruner.example', ...headers } };
    const request = send(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer
        .once('error', reject)
        .once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    request.once('error', reject).end(body);
  });
}
