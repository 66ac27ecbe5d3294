import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../runtime/started.ts';
import { endWithProcess } from '../../support/end-with-process.ts';
import { freePort, isListening } from '../../support/ports.ts';

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** Response header with the address of the worker that answered. */
export const ANSWERED_BY = 'x-answered-by';

/** Starts nginx in front of workers, with the server of `deploy/nginx.conf`. */
export async function startNginx(folder: string, workers: readonly string[]): Promise<Nginx> {
  const at = (name: string): string => path.join(folder, name);
  const port = await freePort();
  const [, settings = ''] = /listen 8000;([\s\S]*)\n\}/.exec(readFileSync(`${ROOT}deploy/nginx.conf`, 'utf8')) ?? [];
  const passed = settings.replace(/set \$worker .*;\n/, '').replaceAll('http://$worker:8000', 'http://workers');
  if (!passed.includes('proxy_pass http://workers;')) throw new Error('deploy/nginx.conf passes nothing to $worker');
  const servers = workers.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`);
  // nginx's worker processes run as another user, and write large bodies to files.
  chmodSync(folder, 0o755);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${at(one)};`);
  writeFileSync(
    at('nginx.conf'),
    `daemon off; worker_processes 1; pid ${at('pid')}; error_log ${at('error.log')} crit; events { worker_connections 4096; }
http {
  access_log off; ${temp.join(' ')}
  upstream workers { ${servers.join(' ')} }
  server {
    listen 127.0.0.1:${port};
    add_header ${ANSWERED_BY} $upstream_addr always;
    ${passed}
  }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', at('nginx.conf'), '-e', at('error.log')], { stdio: 'inherit' });
  endWithProcess(child);
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    },
  };
}
