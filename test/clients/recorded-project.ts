import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT } from './installed.ts';

/** Commit of this repository whose sources are recorded. */
const COMMIT = '64d0e78';

/** The project that the recorded servers work on. It is identical on every machine and day. */
export interface Project {
  readonly root: string;
  /** A loopback address that serves a page with a table. */
  readonly url: string;
  close(): Promise<void>;
}

export async function makeProject(root: string): Promise<Project> {
  mkdirSync(root, { recursive: true });
  const sources = execFileSync('git', ['-C', ROOT, 'archive', COMMIT, 'src', 'launcher', 'README.md'], {
    maxBuffer: 1e8,
  });
  execFileSync('tar', ['-x', '-C', root], { input: sources });
  writeFileSync(path.join(root, 'test.log'), testLog());
  writeFileSync(
    path.join(root, 'run-tests.js'),
    `process.stdout.write(require('fs').readFileSync('test.log', 'utf8'));`,
  );
  writeFileSync(path.join(root, 'bad.js'), badScript());
  writeFileSync(path.join(root, 'eslint.config.mjs'), ESLINT);
  makeHistory(root);
  makeDatabase(path.join(root, 'shop.db'));
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(ordersPage()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { root, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Log of a test run of 1,200 files, with one failure in the middle. */
function testLog(): string {
  const lines = ['> shop@2.4.0 test', '> vitest run', '', ' RUN  v4.1.0 /project', ''];
  for (let i = 1; i <= 1200; i++) {
    if (i !== 733) lines.push(` ✓ test/unit/case-${i}.test.ts (${(i % 9) + 1} tests) ${(i * 37) % 211}ms`);
    else {
      lines.push(' ❯ test/unit/refund.test.ts (5 tests | 1 failed) 48ms');
      lines.push('   × refunds no more than was paid');
      lines.push('     AssertionError: expected 1250 to be less than or equal to 1200');
      lines.push('       at test/unit/refund.test.ts:41:23');
    }
    if (i % 100 === 0) lines.push(`   [pool] ${i} files done, heap ${80 + i / 20} MB`);
  }
  lines.push('', ' Test Files  1 failed | 1199 passed (1200)', '      Tests  1 failed | 5994 passed (5995)', '');
  return lines.join('\n');
}

function badScript(): string {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `var unused${i} = ${i}; if (unused${i} == '${i}') { undefinedCall${i}(); }`,
  );
  return `${lines.join('\n')}\nconst total = 1;\ntotal = 2;\n`;
}

const ESLINT = `export default [{ languageOptions: { sourceType: 'script' }, rules: {
  'no-undef': 'error', 'no-var': 'warn', eqeqeq: 'error', 'no-const-assign': 'error' } }];
`;

/** Makes 40 commits by one author at fixed times. */
function makeHistory(root: string): void {
  const git = (date: string, ...args: string[]): void => {
    const who = { NAME: 'Ada Example', EMAIL: 'ada@example.com', DATE: date };
    const named = Object.entries(who).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]);
    const env = { ...process.env, ...Object.fromEntries(named), GIT_CONFIG_GLOBAL: '/dev/null' };
    execFileSync('git', ['-C', root, ...args], { env, stdio: 'ignore' });
  };
  const day = (i: number): string => `2025-03-${String((i % 28) + 1).padStart(2, '0')}T10:00:00Z`;
  git(day(0), 'init', '-b', 'main');
  const shelves = Array.from({ length: 69 }, (_, i) => `  shelf${i}: ${i * 11},`);
  writeFileSync(path.join(root, 'stock.js'), `module.exports = {\n${shelves.join('\n')}\n};\n`);
  git(day(0), 'add', 'README.md', 'src', 'stock.js');
  git(day(0), 'commit', '-m', 'Import the sources');
  for (let i = 1; i < 40; i++) {
    const prices = Array.from({ length: 30 + i }, (_, n) => `  item${n}: ${n === i ? 'null' : n * 10 + (n % i)},`);
    writeFileSync(path.join(root, 'prices.js'), `module.exports = {\n${prices.join('\n')}\n};\n`);
    git(day(i), 'add', 'prices.js');
    const why =
      i === 23
        ? 'Revert the rounding of refunds\n\nIt paid out a cent too much (see #812).'
        : `Set prices of week ${i}`;
    git(day(i), 'commit', '-m', why);
  }
  writeFileSync(path.join(root, 'stock.js'), 'module.exports = {};\n');
}

function makeDatabase(file: string): void {
  // Loaded with `require`, because the bundler of the clients' suite does not know this module.
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite');
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), total_cents INTEGER,
      status TEXT, note TEXT, placed_at TEXT);
    CREATE INDEX orders_by_status ON orders(status);`);
  const customer = db.prepare('INSERT INTO customers VALUES (?, ?, ?)');
  for (let i = 1; i <= 80; i++) customer.run(i, `Customer ${i}`, ['DE', 'FR', 'JP', 'BR'][i % 4] as string);
  const order = db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)');
  for (let i = 1; i <= 600; i++) {
    const status = i === 417 ? 'failed' : i % 5 === 0 ? 'refunded' : 'paid';
    const note = i === 417 ? 'card declined: insufficient funds' : null;
    order.run(i, (i % 80) + 1, i === 250 ? 9_999_900 : (i * 97) % 20_000, status, note, `2025-02-${(i % 28) + 1}`);
  }
  db.close();
}

function ordersPage(): string {
  const rows = Array.from({ length: 150 }, (_, i) => {
    const status = i === 96 ? 'Payment failed' : 'Paid';
    return `<tr><td><a href="/orders/${i}">Order ${1000 + i}</a></td><td>${(i * 97) % 2000} €</td><td>${status}</td></tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Orders</title><h1>Orders</h1><nav><a href="/">Home</a> <a href="/stock">Stock</a></nav>
    <label>Search <input name="q"></label> <button>Export as CSV</button>
    <table><thead><tr><th>Order</th><th>Total</th><th>Status</th></tr></thead><tbody>${rows.join('')}</tbody></table>
    <script>for (let i = 0; i < 40; i++) console.log('row batch', i); console.error('Failed to load stock: 503');</script>`;
}
