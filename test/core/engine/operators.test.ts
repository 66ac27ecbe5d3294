import { expect, it, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const two = (at: number): string => String(at % 60).padStart(2, '0');
const json = (of: unknown): string => JSON.stringify(of, null, 2);

interface Row {
  readonly of: string;
  readonly text: string;
  readonly ask: string;
  readonly shows: readonly string[];
  readonly path?: string;
}

const STEPS = [
  ...many(40, (at) => `npm http fetch GET 200 rope-${at}`),
  '##[group]Run npm run test:sea',
  ...many(180, (at) =>
    at === 97
      ? '  ✘ 97 [firefox] › harbor.spec.ts:12:3 › lights the pier (30.2s)'
      : `  ✓ ${at} [firefox] › tide.spec.ts:${at}:1 › counts waves (1.1s)`,
  ),
  ...['', '  1) [firefox] › harbor.spec.ts:12:3 › lights the pier', '', '    Error: lamp is not visible', ''],
  ...['      - a fog bank covers the lamp', '', '  1 failed', '  179 passed (5.0m)'],
];

const PACKAGES = many(60, (at) =>
  [
    ...[`Name        : rope-${at}`, `Version     : 1.${at}`, 'Architecture: noarch', `Size        : ${at * 31}`],
    ...[`Vendor      : ${at === 33 ? 'Island Guild' : 'Harbor'}`, `Summary     : Rope number ${at}`],
    ...['Description :', `Harbor ropes of length ${at}, twisted by hand.`],
  ].join('\n'),
);

const REQUESTS = many(60, (at) => ({
  startedDateTime: `2031-03-02T09:00:${two(at)}Z`,
  request: { method: 'GET', url: `https://pier.example/sail/${at}.png` },
  response: { status: at === 41 ? 404 : 200, content: { size: 1000 + at } },
}));

const VISITS = many(90, (at) => ({
  at: `2031-03-02T09:${two(at)}:00Z`,
  action: ['ListShips', 'GetShip', 'ListPiers'][at % 3],
  sourceIPAddress: at === 52 ? '198.51.100.7' : `10.1.0.${at}`,
  user: { name: at === 52 ? 'former-mate' : `mate-${at % 5}` },
}));

const QUERIES = many(80, (at) =>
  [
    ...[`# Time: 2031-03-02T09:00:${two(at)}.1Z`, `# User@Host: sea[sea] @ pier-${at % 4} [10.0.0.${at}]`],
    `# Query_time: ${at === 47 ? '88.120000' : `1.${at}0000`}  Lock_time: 0.0001 Rows_sent: 1  Rows_examined: ${at === 47 ? 7_000_001 : at * 90}`,
    ...[`SET timestamp=${1_900_000_000 + at};`, `SELECT * FROM ${at === 47 ? 'waves' : 'ships'} WHERE id = ${at};`],
  ].join('\n'),
);

const THREADS = [
  ...['2031-03-02 09:00:00', 'Full thread dump OpenJDK 64-Bit Server VM (21.0.1):', ''],
  ...many(60, (at) =>
    [
      `"deck-${at}" #${at} daemon prio=5 os_prio=0 cpu=${at === 31 ? 9120.5 : 1.5}ms elapsed=93.29s tid=0x00007f${at} nid=0x6${at} waiting on condition`,
      ...['   java.lang.Thread.State: WAITING (parking)', `\tat sea.Deck.rest(Deck.java:${at})`, ''],
    ].join('\n'),
  ),
  ...['Found one Java-level deadlock:', '=============================', '"mooring":'],
  ...['  waiting to lock monitor 0x1 (object 0x2, a sea.Rope),', '  which is held by "towing"', '', '"towing":'],
  ...['  waiting to lock monitor 0x3 (object 0x4, a sea.Winch),', '  which is held by "mooring"', ''],
  ...['Java stack information for the threads listed above:', 'Found 1 deadlock.'],
];

const hex = (at: number): string =>
  many(15, (to) => ((at * 37 + to * 11) % 256).toString(16).padStart(2, '0')).join(':');
const CERTIFICATE = [
  ...['Certificate:', '    Data:', '        Version: 3 (0x2)', '        Issuer: O = Harbor', '        Validity'],
  ...['            Not Before: Mar  2 09:00:00 2031 GMT', '            Not After : Mar  2 09:00:00 2032 GMT'],
  ...[
    '        Subject: CN = pier.example',
    '                Modulus:',
    ...many(30, (at) => `                    ${hex(at)}:`),
  ],
  ...['        X509v3 extensions:', '            X509v3 Basic Constraints: critical', '                CA:TRUE'],
  ...['            X509v3 Subject Alternative Name: ', '                DNS:pier.example, DNS:quay.example'],
  ...['    Signature Value:', ...many(30, (at) => `        ${hex(at + 40)}:`)],
];

const MACHINES = many(40, (at) => ({
  InstanceId: `i-0${at}`,
  ...Object.fromEntries(many(30, (field) => [`Setting${field}`, `value ${field}`])),
  Tags: [
    { Key: 'team', Value: 'deck' },
    { Key: 'Name', Value: `winch-${at}` },
  ],
  State: { Name: at === 17 ? 'stopped' : 'running' },
}));

const FINDINGS = many(30, (at) => ({
  title: `knot ${at}`,
  severity: at === 19 ? 'CRITICAL' : ['LOW', 'MEDIUM'][at % 2],
  file: `deck/${at}.ts`,
  text: `A rope of ${at} ends may slip. Use another knot.`,
}));

const SOURCE = many(
  60,
  (at) => `  /** Ties rope ${at}. */\n  tie${at}(rope: Rope) {\n    return rope.end(${at});\n  }\n`,
);

const PLAN = {
  resource_changes: many(30, (at) => ({
    address: `harbor_pier.this[${at}]`,
    name: 'this',
    change: {
      actions: [at === 21 ? 'update' : 'no-op'],
      before: Object.fromEntries(many(40, (field) => [`field_${field}`, at * field])),
    },
  })),
};

const HADOOP = many(700, (at) =>
  at === 411
    ? '310302 090611 19 INFO dfs.Namesystem: ask 10.1.0.4:50010 to replicate blk_-77 to datanode(s) 10.1.0.9:50010'
    : `310302 09${two(at)}${two(at)} ${at} INFO dfs.DataNode$Responder: Received block blk_${at * 977} of size 67108864 from /10.1.0.${at % 40}`,
);

const PLAY = [
  ...['PLAY [piers] *******************************************', ''],
  ...many(30, (task) =>
    [
      `TASK [harbor : step ${task}] *******************************************`,
      ...many(10, (at) =>
        task === 14 && at === 7
          ? 'fatal: [pier-7.example]: FAILED! => {"changed": false, "msg": "no such lamp"}'
          : `${task % 5 === 0 ? 'changed' : 'ok'}: [pier-${at}.example]`,
      ),
      '',
    ].join('\n'),
  ),
  'PLAY RECAP *******************************************',
  ...many(
    10,
    (at) =>
      `pier-${at}.example : ok=${31 - at}   changed=6    unreachable=${at === 3 ? 1 : 0}    failed=${at === 7 ? 1 : 0}`,
  ),
];

const IMAGE = many(40, (at) =>
  [
    `#${at + 2} [stage-${at % 3} ${at}/40] RUN hoist sail-${at}`,
    ...many(6, (part) => `#${at + 2} 0.${part} fetched rope ${part}`),
    at === 7 ? `#${at + 2} CACHED` : `#${at + 2} DONE ${at === 18 ? '93.4' : '1.2'}s`,
  ].join('\n'),
);

const REPORT = [
  '<?xml version="1.0"?>',
  '<testsuites tests="200" time="31.2">',
  ...many(
    200,
    (at) => `  <testcase classname="sea.Deck" name="ties rope ${at}" time="${at === 61 ? '12.9' : '0.01'}"/>`,
  ),
  '</testsuites>',
];

const VOLUMES = [
  ...[
    '---------------------------------------',
    '|           DescribeVolumes           |',
    '+----------+--------+-----------------+',
  ],
  ...['| VolumeId |  Size  |  State          |', '+----------+--------+-----------------+'],
  ...many(
    60,
    (at) => `| vol-${100 + at}  |  ${at === 31 ? '2000' : '100 '}  |  ${at === 9 ? 'available' : 'in-use   '}      |`,
  ),
  '+----------+--------+-----------------+',
];

const PATHS = Object.fromEntries(
  many(40, (at) => [
    `/pier/${at}`,
    {
      post: {
        summary: `Moors at pier ${at}`,
        ...(at === 23 && { security: [] }),
        responses: { 201: { description: 'moored' }, 401: { description: 'no or expired token' } },
      },
    },
  ]),
);

const GOROUTINES = many(120, (at) =>
  [
    `goroutine ${at} [${at === 77 ? 'chan receive, 412 minutes' : 'select'}]:`,
    `sea/deck.(*Worker).run(0xc000${at})`,
    `\t/srv/deck/worker.go:${at} +0x1`,
    '',
  ].join('\n'),
);

const PODS = [
  'NAME        READY   STATUS    RESTARTS   AGE',
  ...many(
    150,
    (at) =>
      `winch-${at}${' '.repeat(6 - String(at).length)}1/1     Running   0          ${at === 93 ? '211d' : at % 2 === 0 ? `${at % 30}d` : `${at}h`}`,
  ),
];

const MACHINE_ROWS = [
  'Name        PowerState       Location',
  ...many(90, (at) => `vm-${100 + at}      ${at === 41 ? 'VM deallocated' : 'VM running    '}   harbor`),
];

const ROWS: readonly Row[] = [
  {
    ...{ of: 'a step of a pipeline, behind the time of each line', ask: 'Which test fails, and what is in its way?' },
    text: STEPS.map((line, at) => `2031-03-02T09:00:${two(at)}.1234567Z ${line}`).join('\n'),
    shows: ['› lights the pier', 'a fog bank covers the lamp'],
  },
  {
    ...{ of: 'a log in form of a cluster', ask: 'Was any block copied to another datanode?', text: HADOOP.join('\n') },
    shows: ['to replicate blk_-77'],
  },
  {
    ...{ of: 'a record that differs', ask: 'Are there packages that do not come from Harbor itself?' },
    ...{ text: PACKAGES.join('\n'), shows: ['Vendor      : Island Guild', 'Name        : rope-33'] },
  },
  {
    ...{ of: 'an item that differs', ask: 'Does anything fail to load?', text: json({ log: { entries: REQUESTS } }) },
    shows: ['/sail/41.png', '"status": 404'],
  },
  {
    ...{ of: 'an address of the internet', ask: 'Is there anybody from outside our network?', text: json({ VISITS }) },
    shows: ['198.51.100.7', 'former-mate'],
  },
  {
    ...{ of: 'a slow query', ask: 'Which query took longest?', text: QUERIES.join('\n') },
    shows: ['88.120000', 'FROM waves'],
  },
  {
    ...{ of: 'a busy thread', ask: 'Which thread burns the CPU?', text: THREADS.join('\n'), shows: ['"deck-31"'] },
  },
  {
    ...{ of: 'a deadlock', ask: 'Do any threads block each other?', text: THREADS.join('\n') },
    shows: ['"mooring":', '  which is held by "towing"', '  which is held by "mooring"'],
  },
  {
    ...{ of: 'a certificate', ask: 'Until when is it valid, and for which hosts?', text: CERTIFICATE.join('\n') },
    shows: ['Not After', 'DNS:quay.example'],
  },
  {
    ...{ of: 'a right of a certificate', ask: 'May it sign others?', text: CERTIFICATE.join('\n'), shows: ['CA:TRUE'] },
  },
  {
    ...{ of: 'a name among tags', ask: 'Which machine is stopped?', text: json({ Instances: MACHINES }) },
    shows: ['"Value": "winch-17"', '"stopped"'],
  },
  {
    ...{ of: 'a severity in words', ask: 'What is the most severe finding?', text: json({ findings: FINDINGS }) },
    shows: ['"title": "knot 19"', '"CRITICAL"'],
  },
  {
    ...{ of: 'a constant', ask: 'How many ropes may a winch hold at most?', path: 'winch.ts' },
    text: [
      ...['export class Winch {', '  static readonly CAPACITY = 12;', '', ...SOURCE, '  isFull() {'],
      ...['    return this.load.length >= Winch.CAPACITY;', '  }', '}'],
    ].join('\n'),
    shows: ['CAPACITY = 12', 'this.load.length >= Winch.CAPACITY'],
  },
  {
    ...{ of: 'hosts of a playbook', ask: 'Which hosts failed, and why?', text: PLAY.join('\n') },
    shows: ['no such lamp', 'TASK [harbor : step 14]', 'unreachable=1'],
  },
  {
    ...{ of: 'a step of a container build', ask: 'Which step took longest?', text: IMAGE.join('\n') },
    shows: ['DONE 93.4s', 'RUN hoist sail-18'],
  },
  { ...{ of: 'an attribute of XML', ask: 'slowest test?', text: REPORT.join('\n') }, shows: ['ties rope 61"'] },
  {
    ...{ of: 'a size in a table with a name', ask: 'largest volume?', text: VOLUMES.join('\n') },
    shows: ['| vol-131 '],
  },
  {
    ...{ of: 'a row that differs', ask: 'Which volume is not attached?', text: VOLUMES.join('\n') },
    shows: ['| vol-109 '],
  },
  {
    ...{ of: 'what is open to all', ask: 'What can be called without a token?', text: json({ paths: PATHS }) },
    shows: ['/pier/23', '"security": []'],
  },
  {
    ...{ of: 'a goroutine that waits', ask: 'Has a goroutine been stuck for hours?', text: GOROUTINES.join('\n') },
    shows: ['goroutine 77 [chan receive, 412 minutes]'],
  },
  {
    ...{
      of: 'an age in days',
      ask: 'Which pod has been running longest?',
      text: PODS.join('\n'),
      shows: ['winch-93 '],
    },
  },
  {
    ...{ of: 'a state, whatever all rows have', ask: 'Is any VM switched off?', text: MACHINE_ROWS.join('\n') },
    shows: ['vm-141 '],
  },
  {
    ...{ of: 'what goes away', ask: 'Which fields should clients stop using?' },
    text: many(
      200,
      (at) => `  "Rope ${at}."\n  rope${at}: Int${at === 93 ? ' @deprecated(reason: "use sail")' : ''}`,
    ).join('\n'),
    shows: ['rope93: Int @deprecated'],
  },
  {
    ...{ of: 'what is not encrypted', ask: 'Which service does not use encryption?' },
    text: many(150, (at) => `PIER_${at}_HOST=pier-${at}\nPIER_${at}_TLS=${at === 71 ? 'false' : 'true'}`).join('\n'),
    shows: ['PIER_71_TLS=false'],
  },
  {
    ...{ of: 'what is not translated', ask: 'Which texts are still in English?', path: 'de.json' },
    text: json(
      Object.fromEntries(
        many(150, (at) => [
          `rope.${at}`,
          at === 64 ? 'This rope has been cut by the mate.' : `Das Seil ${at} liegt auf dem Steg.`,
        ]),
      ),
    ),
    shows: ['"rope.64"'],
  },
  {
    ...{ of: 'a service by its port', ask: 'Who may reach postgres?' },
    text: many(150, (at) => `  ip saddr @pier_${at} tcp dport ${at === 88 ? 5432 : 7000 + at} accept`).join('\n'),
    shows: ['@pier_88 tcp dport 5432'],
  },
  {
    ...{ of: 'what a report left out', ask: 'Was anything left out of the run?' },
    text: REPORT.join('\n').replace(
      'name="ties rope 61" time="12.9"/>',
      'name="ties rope 61">\n    <skipped/>\n  </testcase>',
    ),
    shows: ['<skipped/>'],
  },
  {
    ...{ of: 'a plan in JSON', ask: 'Will anything be changed in place?', text: json(PLAN) },
    shows: ['"update"', '"address": "harbor_pier.this[21]"'],
  },
];

test.each(ROWS)('shows $of', ({ text, ask, path, shows }) => {
  const shown = pruneText({ text, question: ask, ...(path !== undefined && { path }) }).text;
  expect(shown.length).toBeLessThan(text.length / 2);
  expect(shows.filter((piece) => !shown.includes(piece))).toEqual([]);
});

it('takes the name of a thing for no failure', () => {
  const build = many(300, (at) => `   Compiling ${['thiserror', 'critical-section', 'rope'][at % 3]} v1.0.${at}`);
  const text = [...build.slice(0, 150), 'error: could not compile `mast`', ...build.slice(150)].join('\n');
  const { details } = pruneText({ text, question: 'Why did it fail?', failed: true });
  expect(details.keptLines).toContain(151);
  expect(details.keptLines.length).toBeLessThan(40);
});

test.each([
  ['klog', (level: string, at: number) => `${level}0302 09:00:${two(at)}.123456  1 sail.go:${at}] hoists sail ${at}`],
  ['Android', (level: string, at: number) => `03-02 09:00:${two(at)}.1  170  8671 ${level} Sail: hoists sail ${at}`],
])('knows the letter of a level in lines of %s', (_, line) => {
  const text = many(300, (at) => (at === 144 ? line('E', at).replace('hoists', 'tears') : line('I', at))).join('\n');
  expect(pruneText({ text, question: 'What went wrong with the rudder?' }).text).toContain('tears sail 144');
});

it('shows no more of a long text than an agent reads, and says what is missing', () => {
  const items = many(4000, (at) => ({ id: at, pier: `pier ${at % 7}`, note: `rope ${at} at pier ${at % 7} is worn` }));
  const text = json(items);
  const { text: shown } = pruneText({ text, question: 'What is worn at pier 3?' });
  expect(shown.length).toBeLessThan(text.length / 8);
  expect(shown).toContain('matches shown; lines');
});

it('shows one place of a file alone if it answers for certain', () => {
  const text = [
    '/** How long a mate may rest before the next watch begins, in minutes. */',
    'export const REST = 40;',
    ...SOURCE.map((source) => `class Deck {\n${source}}`),
    'function wake(mate: Mate) {',
    '  return mate.after(REST);',
    '}',
    ...SOURCE.map((source) => `class Sail {\n${source}}`),
  ].join('\n');
  const shown = pruneText({
    text,
    question: 'How long may a mate rest before the next watch begins?',
    path: 'watch.ts',
  });
  expect(shown.details.keptLines.length).toBeLessThan(8);
  for (const piece of ['export const REST = 40;', '  return mate.after(REST);']) expect(shown.text).toContain(piece);
});
