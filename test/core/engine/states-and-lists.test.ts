import { describe, expect, it, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const ask = (text: string, question: string, path?: string): string =>
  pruneText({ text, question, ...(path !== undefined && { path }) }).text;

const ALERTS = many(24, (at) => ({
  state: at % 2 === 0 ? 'firing' : 'inactive',
  name: `Tide${at}`,
  query: `sum(tide_${at}) > 0`,
  labels: { severity: 'warning' },
  annotations: { summary: `Tide${at} is high` },
  // An item that fires is longer than the others.
  alerts:
    at % 2 === 1 ? [] : many(3, (pier) => ({ labels: { alertname: `Tide${at}`, pier: `p-${pier}` }, state: 'firing' })),
}));

describe('a list shows the items that answer, whatever their length', () => {
  test.each(['What are the names of the firing alerts?', 'List the firing alerts by name', 'Which alerts are firing?'])(
    '%s',
    (question) => {
      const shown = ask(JSON.stringify({ data: { groups: [{ name: 'sea', rules: ALERTS }] } }, null, 1), question);
      const named = ALERTS.filter(({ name }) => shown.includes(`"name": "${name}"`)).map(({ state }) => state);
      expect(named).toEqual(many(12, () => 'firing'));
    },
  );

  it('has the asked fields of items in a map by number', () => {
    const advisories = Object.fromEntries(
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
    );
    const question = 'Which modules have an advisory of high severity, and which versions mend it?';
    const shown = ask(JSON.stringify({ advisories }, null, 2), question);
    for (const at of [0, 5, 10]) {
      expect(shown).toContain(`"module_name": "rope-${at}"`);
      expect(shown).toContain(`"patched_versions": ">=2.${at}.0"`);
    }
    expect(shown).not.toContain('"module_name": "rope-1"');
  });
});

const container = (name: string, state: readonly string[], isReady: boolean): readonly string[] => [
  `  ${name}:`,
  `    Image:          harbor.example.com/${name}:1.4`,
  ...state,
  `    Ready:          ${isReady ? 'True' : 'False'}`,
  '    Environment:',
  ...many(24, (at) => `      VAR_${at}:  value-${at}`),
];

test.each(['Why is the pod not ready?', 'What is wrong with this pod?'])('states are evidence: %s', (question) => {
  const pod = [
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
  const shown = ask(pod, question);
  for (const state of ['CrashLoopBackOff', 'OOMKilled', 'Exit Code:    137']) expect(shown).toContain(state);
});

test.each(['Are there any suspicious or blocked rows?', 'Is this data safe to sail by?'])(
  'odd rows of a CSV: %s',
  (question) => {
    const rows = many(240, (at) => `2031-02-${10 + (at % 18)},buoy-${at % 7},0.00${at % 9},${at % 5},OK`)
      .with(117, '2031-02-14,buoy-3,0.002,5,FUTURE_TIDE_used')
      .with(200, '2031-02-15,buoy-4,0.001,3,BLOCKED_chart_is_old');
    const shown = ask(['date,buoy,depth,rank,reason', ...rows].join('\n'), question, 'tides.csv');
    expect(shown).toContain('FUTURE_TIDE_used');
    expect(shown).toContain('BLOCKED_chart_is_old');
  },
);

describe('the largest value of a column', () => {
  it('in units of Kubernetes', () => {
    const rows = many(
      80,
      (at) => `ns-${at % 6}       boat-${at}-7f9c      ${10 + at}m           ${at === 57 ? 3100 : 90 + at}Mi`,
    );
    const shown = ask(
      ['NAMESPACE   NAME             CPU(cores)   MEMORY(bytes)', ...rows].join('\n'),
      'Which pod uses the most memory?',
    );
    expect(shown).toContain('boat-57-7f9c');
  });

  it('under titles with spaces', () => {
    const rows = many(
      60,
      (at) =>
        `1f1c${at}   boat-${at}      ${at % 7}.1%     ${at === 44 ? '6.9GiB' : `${100 + at}MiB`} / 7.6GiB   ${at % 9}.8%`,
    );
    const titles = 'CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %';
    expect(ask([titles, ...rows].join('\n'), 'Which container uses the most memory?')).toContain('boat-44');
  });

  it('below the lines of a wrapper', () => {
    const rows = many(40, (at) => `boat-${at}-7c6b      1/1     Running     ${at === 26 ? 2510 : at} (3h ago)     31d`);
    const table = ['NAME             READY   STATUS      RESTARTS        AGE', ...rows];
    const text = ['{"tool": "list", "status": "ok"}', 'stdout:', ...table, '', 'stderr:'].join('\n');
    expect(ask(text, 'which pod restarted most often')).toContain('boat-26-7c6b');
  });

  it('of a table in Markdown', () => {
    const rows = many(120, (at) => `| ${at} | crew-${at} | ${at === 101 ? 903 : at} | ${at % 90}% |`);
    const text = ['| id | crew | trips | growth |', '| --- | --- | --- | --- |', ...rows].join('\n');
    expect(ask(text, 'Which crew has the most trips?', 'crews.md')).toContain('| crew-101 |');
  });
});

it('a plan of Terraform shows what will be lost, not what has the word in its settings', () => {
  const block = (name: string, what: string): readonly string[] => [
    `  # ${name} ${what}`,
    `  ~ resource "${name.split('.')[0]}" "${name.split('.')[1]}" {`,
    ...many(14, (at) => `      ~ field_${at} = "${name}" -> (known after apply)`),
    '        force_destroy = true',
    '    }',
    '',
  ];
  const text = [
    ...['Terraform will perform the following actions:', ''],
    ...many(30, (at) => block(`sea_buoy.b${at}`, 'will be updated in-place')).flat(),
    ...block('sea_chart.harbor', 'must be replaced'),
    ...many(10, (at) => block(`sea_rope.r${at}`, 'will be updated in-place')).flat(),
    ...block('sea_log.audit', 'will be destroyed'),
    'Plan: 1 to add, 40 to change, 2 to destroy.',
  ].join('\n');
  const shown = ask(text, 'Will anything be destroyed?');
  for (const line of ['sea_chart.harbor must be replaced', 'sea_log.audit will be destroyed', 'Plan: 1 to add']) {
    expect(shown).toContain(line);
  }
  expect(shown.split('will be updated in-place').length - 1).toBeLessThan(3);
});

test.each([
  ['支付为什么失败?', '请求', '订单 40012 支付失败:银行证书已过期'],
  ['支払いはなぜ失敗しましたか?', 'リクエスト', '注文 40012 の支払いに失敗しました:銀行の証明書の期限切れ'],
  ['결제가 왜 실패했나요?', '요청', '주문 40012 결제 실패: 은행 인증서 만료'],
  ['ทำไมการชำระเงินล้มเหลว', 'คำขอ', 'คำสั่งซื้อ 40012 การชำระเงินล้มเหลว: ใบรับรองหมดอายุ'],
  ['¿Por qué falló el cafe?', 'pedido', 'el café falló: sin agua'],
  ['Which ＡＰＩ was refused?', 'call', 'the API was refused by the harbor'],
])('words of other scripts and widths: %s', (question, usual, answer) => {
  const log = many(
    300,
    (at) => `2031-03-02 10:00:${String(at % 60).padStart(2, '0')} [app] ${usual} ${at * 37} ${at % 90} ms`,
  );
  const shown = ask(log.toSpliced(150, 0, `2031-03-02 10:02:30 [app] ${answer}`).join('\n'), question);
  expect(shown).toContain(answer);
  expect(shown.split('\n').length).toBeLessThan(60);
});

it('messages that differ in names, addresses and ids are one kind, counted', () => {
  const users = ['ken', 'wei', 'tom', 'luis', 'raj', 'sara', 'oleg', 'fatima', 'maria'];
  const line = (at: number): string => {
    const stamp = `2031-03-02T09:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z`;
    const user = `user=${users[at % 9]}`;
    const request = `request=q${((at * 7919) % 99991).toString(36)}x7k${at}`;
    if (at === 77) return `${stamp} ERROR gate signing key of tenant=acme expired ${request}: all refused`;
    if (at % 3 === 0)
      return `${stamp} ERROR gate session of ${user} lost ${request}: timeout on cache-${users[(at / 3) % 9]}`;
    return `${stamp} ERROR gate login failed for ${user} ip=10.1.${at % 200}.${at % 9} ${request}: wrong password`;
  };
  const text = many(300, line).join('\n');
  const { text: shown, details } = pruneText({ text, question: 'Which kinds of errors does the gate report?' });
  expect(shown.split('\n').length).toBeLessThan(20);
  for (const kind of ['login failed', 'session of', 'signing key']) expect(shown).toContain(kind);
  const [first, ...others] = details.notice?.match(/stands for \d+ like it/g) ?? [];
  expect([first, ...others]).toEqual(['stands for 198 like it', 'stands for 99 like it']);
});

it('a noun finds its verb, however irregular', () => {
  const topic = ['spec:', '  partitions: 12', '  config:', ...many(40, (at) => `    flush.${at}.ms: '${at * 1024}'`)];
  const text = topic.toSpliced(20, 0, "    retention.ms: '604800000'").join('\n');
  expect(ask(text, 'How long are messages of the topic retained?', 'topic.yaml')).toContain(
    "retention.ms: '604800000'",
  );
});

it('the first is the first with all the words, not with some of them', () => {
  const rows = many(400, (at) => `${at}.1: [sweep ${at % 9}, concurrent-mark, ${at % 7} secs]`)
    .with(160, '160.4: [Full sweep (concurrent mode failure): 85316K, 1.17 secs]')
    .with(300, '300.4: [Full sweep (concurrent mode failure): 75316K, 1.47 secs]');
  expect(ask(rows.join('\n'), 'When did the first concurrent mode failure happen?')).toContain('160.4: [Full sweep');
});

test('what was earned is the profit, whatever the column is called', () => {
  const rows = many(300, (at) => `rope ${at},${at + 20},${at === 212 ? -900 : at * 3},${at * 2}`);
  const text = ['Item,Units Sold,Total Profit,Unit Cost', ...rows].join('\n');
  expect(ask(text, 'Which sale earned least?', 'sales.csv')).toContain('rope 212,');
});

it('what differs in a status or in a reason is no repeat, however alike the lines are', () => {
  const status = (at: number): number => (at % 29 === 7 ? 500 : 200);
  const log = many(
    900,
    (at) => `10.0.1.${at % 9} - - [02/Mar/2031:09:00:0${at % 9} +0000] "GET /items/${at} HTTP/1.1" ${status(at)} 17`,
  );
  const { details } = pruneText({ text: log.join('\n'), question: 'Which requests failed with a server error?' });
  expect(details.notice).toContain('stands for 30 like it');

  const reasons = ['insufficient', 'expired', 'stolen', 'blocked', 'limit', 'fraud', 'closed'];
  const refused = many(
    400,
    (at) => `2031-03-02T09:00:0${at % 9}Z ERROR pay card of user=u${at} refused because ${reasons[at % 7]} today`,
  );
  const shown = ask(refused.join('\n'), 'Why were cards refused?');
  expect(reasons.filter((reason) => shown.includes(reason))).toEqual(reasons);
});
