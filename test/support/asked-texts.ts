import { encodeAs, failureIn, IN_ENCODINGS, logIn } from './encoded-texts.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Rules of alerts, of which every second fires. An item that fires is longer than the others. */
export const ALERTS = many(24, (at) => ({
  state: at % 2 === 0 ? 'firing' : 'inactive',
  name: `Tide${at}`,
  query: `sum(tide_${at}) > 0`,
  labels: { severity: 'warning' },
  annotations: { summary: `Tide${at} is high` },
  alerts:
    at % 2 === 1 ? [] : many(3, (pier) => ({ labels: { alertname: `Tide${at}`, pier: `p-${pier}` }, state: 'firing' })),
}));
export const ALERTS_JSON: string = JSON.stringify({ data: { groups: [{ name: 'sea', rules: ALERTS }] } }, null, 1);

/** Advisories of an audit in a map by number. Those of every fifth are of high severity. */
export const AUDIT_JSON: string = JSON.stringify(
  {
    advisories: Object.fromEntries(
      many(14, (at) => [
        String(1100 + at),
        {
          findings: [{ version: `1.0.${at}`, paths: many(5, (way) => `shed-${way}>rope-${at}`) }],
          ...Object.fromEntries(many(20, (field) => [`note_${field}`, `nothing ${at}`])),
          severity: at % 5 === 0 ? 'high' : 'low',
          module_name: `rope-${at}`,
          patched_versions: `>=2.${at}.0`,
        },
      ]),
    ),
  },
  null,
  2,
);

const container = (name: string, state: readonly string[], isReady: boolean): readonly string[] => [
  `  ${name}:`,
  `    Image:          harbor.example.com/${name}:1.4`,
  ...state,
  `    Ready:          ${isReady ? 'True' : 'False'}`,
  '    Environment:',
  ...many(24, (at) => `      VAR_${at}:  value-${at}`),
];

/** A pod with one container that is killed again and again. */
export const POD: string = [
  ...['Name:             winch-5c8d', 'Namespace:        pier', 'Status:           Running', 'Containers:'],
  ...container('proxy', ['    State:          Running'], true),
  ...container(
    'winch',
    [
      ...['    State:          Waiting', '      Reason:       CrashLoopBackOff', '    Last State:     Terminated'],
      ...['      Reason:       OOMKilled', '      Exit Code:    137'],
    ],
    false,
  ),
  ...container('metrics', ['    State:          Running'], true),
].join('\n');

/** Rows of which two have another reason than the others. */
export const TIDES_CSV: string = [
  'date,buoy,depth,rank,reason',
  ...many(240, (at) => `2031-02-${10 + (at % 18)},buoy-${at % 7},0.00${at % 9},${at % 5},OK`)
    .with(117, '2031-02-14,buoy-3,0.002,5,FUTURE_TIDE_used')
    .with(200, '2031-02-15,buoy-4,0.001,3,BLOCKED_chart_is_old'),
].join('\n');

export const TOP: string = [
  'NAMESPACE   NAME             CPU(cores)   MEMORY(bytes)',
  ...many(80, (at) => `ns-${at % 6}       boat-${at}-7f9c      ${10 + at}m           ${at === 57 ? 3100 : 90 + at}Mi`),
].join('\n');

export const STATS: string = [
  'CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %',
  ...many(
    60,
    (at) =>
      `1f1c${at}   boat-${at}      ${at % 7}.1%     ${at === 44 ? '6.9GiB' : `${100 + at}MiB`} / 7.6GiB   ${at % 9}.8%`,
  ),
].join('\n');

export const CREWS_MD: string = [
  ...['| id | crew | trips | growth |', '| --- | --- | --- | --- |'],
  ...many(120, (at) => `| ${at} | crew-${at} | ${at === 101 ? 903 : at} | ${at % 90}% |`),
].join('\n');

const planned = (name: string, what: string): readonly string[] => [
  `  # ${name} ${what}`,
  `  ~ resource "${name.split('.')[0]}" "${name.split('.')[1]}" {`,
  ...many(14, (at) => `      ~ field_${at} = "${name}" -> (known after apply)`),
  '        force_destroy = true',
  '    }',
  '',
];

export const PLAN: string = [
  ...['Terraform will perform the following actions:', ''],
  ...many(30, (at) => planned(`sea_buoy.b${at}`, 'will be updated in-place')).flat(),
  ...planned('sea_chart.harbor', 'must be replaced'),
  ...many(10, (at) => planned(`sea_rope.r${at}`, 'will be updated in-place')).flat(),
  ...planned('sea_log.audit', 'will be destroyed'),
  'Plan: 1 to add, 40 to change, 2 to destroy.',
].join('\n');

const USERS = ['ken', 'wei', 'tom', 'luis', 'raj', 'sara', 'oleg', 'fatima', 'maria'];

/** A log of three kinds of errors, each about many users, addresses and requests. */
export const ERRORS: string = many(300, (at) => {
  const stamp = `2031-03-02T09:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z`;
  const user = `user=${USERS[at % 9]}`;
  const request = `request=q${((at * 7919) % 99991).toString(36)}x7k${at}`;
  if (at === 77) return `${stamp} ERROR gate signing key of tenant=acme expired ${request}: all refused`;
  if (at % 3 === 0)
    return `${stamp} ERROR gate session of ${user} lost ${request}: timeout on cache-${USERS[(at / 3) % 9]}`;
  return `${stamp} ERROR gate login failed for ${user} ip=10.1.${at % 200}.${at % 9} ${request}: wrong password`;
}).join('\n');

const topic = ['spec:', '  partitions: 12', '  config:', ...many(40, (at) => `    flush.${at}.ms: '${at * 1024}'`)];
export const TOPIC_YAML: string = topic.toSpliced(20, 0, "    retention.ms: '604800000'").join('\n');

const npmWarning = (name: string): readonly string[] => [
  'npm warn EBADENGINE Unsupported engine {',
  `npm warn EBADENGINE   package: '${name}@3.1.0',`,
  "npm warn EBADENGINE   required: { node: '>=24' },",
  "npm warn EBADENGINE   current: { node: 'v20.1.0' }",
  'npm warn EBADENGINE }',
];
export const INSTALL: string = [
  ...many(60, (at) => `npm silly placeDep ROOT rope-${at}@1.0.${at} OK for: shed@1.0.0 want: ^1.0.0`),
  ...npmWarning('winch'),
  ...many(60, (at) => `npm http fetch GET 200 https://registry.example.com/rope-${at} ${at}ms`),
  ...npmWarning('crane'),
  'npm error code 1',
].join('\n');

/** A text, a question about it, and what its answer must have. */
export interface AskedText {
  readonly file: string;
  readonly bytes: Buffer;
  /** The text of the bytes. */
  readonly text: string;
  readonly question: string;
  readonly stays: readonly string[];
  /** What grep finds it by; undefined if no single word does. */
  readonly pattern?: string;
}

const asText = (file: string, text: string, question: string, stays: readonly string[]): AskedText => {
  return { file, text, question, stays, bytes: Buffer.from(text) };
};

const firing = ALERTS.filter(({ state }) => state === 'firing').map(({ name }) => `"name": "${name}"`);
const BUILD = [
  ...many(
    160,
    (at) => `#10 3.${at} Progress: resolved ${350 + at}, reused ${at}, downloaded ${at * 2}, added ${at * 3}`,
  ),
  '#10 5.1 ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
  ...many(20, (at) => `#11 5.${at} CACHED layer ${at}`),
].join('\r\n');

/** Words of a question about the failure of logs in encodings, which no other message has. */
const WHY = 'Why did the payment fail?';

/** Texts that answer their questions through every way in. */
export const ASKED_TEXTS: readonly AskedText[] = [
  asText('firing-alerts.json', ALERTS_JSON, 'What are the names of the firing alerts?', firing),
  asText('audit.json', AUDIT_JSON, 'Which modules are of high severity, and which versions mend it?', [
    ...['rope-0', 'rope-5', 'rope-10'].map((name) => `"module_name": "${name}"`),
    '>=2.5.0',
  ]),
  asText('describe-pod.txt', POD, 'Why is the pod not ready?', ['CrashLoopBackOff', 'OOMKilled', 'Exit Code:    137']),
  asText('top.txt', TOP, 'Which pod uses the most memory?', ['boat-57-7f9c']),
  asText('stats.txt', STATS, 'Which container uses the most memory?', ['boat-44']),
  asText('crews.txt', CREWS_MD, 'Which crew has the most trips?', ['crew-101']),
  asText('tides.csv', TIDES_CSV, 'Are there any suspicious or blocked rows?', ['FUTURE_TIDE_used', 'BLOCKED_chart']),
  asText('plan.txt', PLAN, 'Will anything be destroyed?', [
    'harbor must be replaced',
    'audit will be destroyed',
    'Plan:',
  ]),
  asText('errors.log', ERRORS, 'Which kinds of errors does the gate report?', [
    'login failed',
    'session of',
    'signing key',
  ]),
  asText('topic.yaml', TOPIC_YAML, 'How long are messages of the topic retained?', ["retention.ms: '604800000'"]),
  asText('install.log', INSTALL, 'npm install fails on our build machine. Find out why.', [
    'winch@3.1.0',
    'crane@3.1.0',
  ]),
  {
    ...asText('build.txt', BUILD, 'Why did the build fail?', ['ERR_PNPM_OUTDATED_LOCKFILE']),
    ...{ bytes: Buffer.from(BUILD, 'utf16le'), pattern: 'ERR_PNPM' },
  },
  ...Object.keys(IN_ENCODINGS).map((name) => ({
    ...asText(`${name}.log`, logIn(name), WHY, [failureIn(name)]),
    ...{ bytes: encodeAs(name, logIn(name)), pattern: failureIn(name) },
  })),
];
