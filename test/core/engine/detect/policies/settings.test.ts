import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { createSessionMemory } from '../../../../../src/session-memory/session-memory.ts';

const NAMES =
  'gateway orders billing stock mailer search images reports auth scheduler returns prices offers carts ledger parcels'.split(
    ' ',
  );

/** Asks as the launcher does at the beginning of a session. */
function ask(path: string, text: string, question: string, maxTokens?: number): string {
  const { push, context } = createSessionMemory();
  push({ kind: 'said', text: question });
  push({ kind: 'called', call: '1', tool: 'read', args: { file_path: path } });
  return pruneText({ text, question, path, context: context(), overheadTokens: 45, markers: 'ranges', maxTokens }).text;
}

const compose = `# the shop
name: shop
services:
${NAMES.map(
  (name, i) => `  ${name}:
    image: shop/${name}:2.${i}.1
    restart: ${name === 'reports' ? 'no' : 'always'}
    environment:
      LOG_LEVEL: ${name === 'mailer' ? 'debug' : 'info'}
      DB_POOL: "${5 + i}"
    ports:
      - "127.0.0.1:91${i}0:81${i}0"
    deploy:
      resources:
        limits:
          memory: ${name === 'search' ? '2048M' : '256M'}
    healthcheck:
      test: ["CMD", "wget", "-q", "http://127.0.0.1:81${i}0/health"]
      interval: 15s
`,
).join('')}volumes:
  data: {}
`;

const workflow = `name: ci
on: { push: { branches: [main] } }
jobs:
${NAMES.map(
  (name, i) => `  ${name}:
    runs-on: ubuntu-24.04
    timeout-minutes: ${10 + i}
    steps:
      - uses: actions/checkout@v4
      - name: Set up
        uses: actions/setup-node@v4
        with:
          node-version: ${name === 'stock' ? 20 : 24}
          cache: pnpm
      - name: Install
        run: pnpm install --frozen-lockfile
      - name: Build ${name}
        run: pnpm --filter ${name} build
        env:
          NODE_ENV: production
`,
).join('')}`;

const toml = `[project]
name = "shop"
requires = { python = ">=3.11" }

${NAMES.map(
  (name, i) => `[service.${name}]
image = "shop/${name}"
replicas = ${1 + i}
tags = [
  "web",
  "${name}",
]

[service.${name}.limits]
memory = "${name === 'search' ? '2048M' : '256M'}"
timeout = ${30 + i}

[service.${name}.database]
pool = ${5 + i}
url = "postgres://db/${name}"
`,
).join('\n')}`;

const ini = NAMES.map(
  (name, i) => `[${name}]
; how ${name} runs
command = /srv/bin/${name} --config=/etc/${name}.conf
user = shop
autostart = ${name === 'reports' ? 'false' : 'true'}
stopwaitsecs = ${10 + i}
stdout_logfile = /var/log/${name}.log
environment = POOL="${5 + i}",MODE="live"
`,
).join('\n');

const json = JSON.stringify(
  {
    name: 'shop',
    services: Object.fromEntries(
      NAMES.map((name, i) => [
        name,
        {
          image: `shop/${name}`,
          ports: [8100 + i],
          limits: { memory: name === 'search' ? '2048M' : '256M', timeout: 30 + i },
          database: { pool: 5 + i, url: `postgres://db/${name}`, ssl: true, retries: 3 },
          health: { path: '/health', interval: 15, grace: 60, failures: 3 },
        },
      ]),
    ),
  },
  null,
  2,
);

describe.each<[string, string, readonly (readonly [string, readonly RegExp[]])[]]>([
  [
    'compose.yml',
    compose,
    [
      ['On which port does billing listen on the host?', [/^ {2}billing:$/m, /9120:8120/]],
      ['Which service logs at debug level?', [/^ {2}mailer:$/m, /LOG_LEVEL: debug/]],
      ['Which service has the most memory?', [/^ {2}search:$/m, /memory: 2048M/]],
      ['Which service is not restarted?', [/^ {2}reports:$/m, /restart: no$/m]],
      ['services.auth.environment.DB_POOL', [/^services:$/m, /^ {2}auth:$/m, /DB_POOL: "13"/]],
    ],
  ],
  [
    '.github/workflows/ci.yaml',
    workflow,
    [
      ['Which job uses another version of node?', [/^ {2}stock:$/m, /node-version: 20/]],
      ['jobs.images.timeout-minutes', [/^jobs:$/m, /^ {2}images:$/m, /timeout-minutes: 16/]],
    ],
  ],
  [
    'shop.toml',
    toml,
    [
      ['How large is the database pool of billing?', [/^\[service\.billing\.database\]$/m, /^pool = 7$/m]],
      ['Which service has the most memory?', [/^\[service\.search\.limits\]$/m, /2048M/]],
      ['service.auth.limits.timeout', [/^\[service\.auth\.limits\]$/m, /^timeout = 38$/m]],
    ],
  ],
  [
    'supervisor.ini',
    ini,
    [
      ['How long may stock take to stop?', [/^\[stock\]$/m, /^stopwaitsecs = 13$/m]],
      ['Which program does not start by itself (autostart)?', [/^\[reports\]$/m, /^autostart = false$/m]],
      ['stopwaitsecs of stock', [/^\[stock\]$/m, /^stopwaitsecs = 13$/m]],
    ],
  ],
  [
    'config/shop.json',
    json,
    [
      ['How large is the database pool of billing?', [/^ {4}"billing": \{$/m, /"pool": 7,/]],
      ['Which service has the most memory?', [/^ {4}"search": \{$/m, /2048M/]],
      ['services.auth.limits.timeout', [/^ {2}"services": \{$/m, /^ {4}"auth": \{$/m, /"timeout": 38/]],
    ],
  ],
])('settings in %s, asked when a session has only begun', (path, text, cases) => {
  test.each(cases)('%s', (question, facts) => {
    const shown = ask(path, text, question);
    for (const fact of facts) expect(shown).toMatch(fact);
  });

  test('a value comes before its like under other keys, where there is room for few', () => {
    const [question, facts] = cases.at(-1) as (typeof cases)[number];
    const shown = ask(path, text, question, 100);
    for (const fact of facts) expect(shown).toMatch(fact);
  });
});
