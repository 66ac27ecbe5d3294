import { describe, expect, it, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';
import {
  ALERTS,
  ALERTS_JSON,
  AUDIT_JSON,
  CREWS_MD,
  ERRORS,
  PLAN,
  POD,
  STATS,
  TIDES_CSV,
  TOP,
  TOPIC_YAML,
} from '../../support/asked-texts.ts';

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const ask = (text: string, question: string, path?: string): string =>
  pruneText({ text, question, ...(path !== undefined && { path }) }).text;

describe('a list shows the items that answer, whatever their length', () => {
  test.each(['What are the names of the firing alerts?', 'List the firing alerts by name', 'Which alerts are firing?'])(
    '%s',
    (question) => {
      const shown = ask(ALERTS_JSON, question);
      const named = ALERTS.filter(({ name }) => shown.includes(`"name": "${name}"`)).map(({ state }) => state);
      expect(named).toEqual(many(12, () => 'firing'));
    },
  );

  it('has the asked fields of items in a map by number', () => {
    const question = 'Which modules have an advisory of high severity, and which versions mend it?';
    const shown = ask(AUDIT_JSON, question);
    for (const at of [0, 5, 10]) {
      expect(shown).toContain(`"module_name": "rope-${at}"`);
      expect(shown).toContain(`"patched_versions": ">=2.${at}.0"`);
    }
    expect(shown).not.toContain('"module_name": "rope-1"');
  });
});

test.each(['Why is the pod not ready?', 'What is wrong with this pod?'])('states are evidence: %s', (question) => {
  const shown = ask(POD, question);
  for (const state of ['CrashLoopBackOff', 'OOMKilled', 'Exit Code:    137']) expect(shown).toContain(state);
});

test.each(['Are there any suspicious or blocked rows?', 'Is this data safe to sail by?'])(
  'odd rows of a CSV: %s',
  (question) => {
    const shown = ask(TIDES_CSV, question, 'tides.csv');
    expect(shown).toContain('FUTURE_TIDE_used');
    expect(shown).toContain('BLOCKED_chart_is_old');
  },
);

describe('the largest value of a column', () => {
  it('in units of Kubernetes', () => {
    expect(ask(TOP, 'Which pod uses the most memory?')).toContain('boat-57-7f9c');
  });

  it('under titles with spaces', () => {
    expect(ask(STATS, 'Which container uses the most memory?')).toContain('boat-44');
  });

  it('below the lines of a wrapper', () => {
    const rows = many(40, (at) => `boat-${at}-7c6b      1/1     Running     ${at === 26 ? 2510 : at} (3h ago)     31d`);
    const table = ['NAME             READY   STATUS      RESTARTS        AGE', ...rows];
    const text = ['{"tool": "list", "status": "ok"}', 'stdout:', ...table, '', 'stderr:'].join('\n');
    expect(ask(text, 'which pod restarted most often')).toContain('boat-26-7c6b');
  });

  it('of a table in Markdown', () => {
    expect(ask(CREWS_MD, 'Which crew has the most trips?', 'crews.md')).toContain('| crew-101 |');
  });
});

it('a plan of Terraform shows what will be lost, not what has the word in its settings', () => {
  const shown = ask(PLAN, 'Will anything be destroyed?');
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
  const { text: shown, details } = pruneText({ text: ERRORS, question: 'Which kinds of errors does the gate report?' });
  expect(shown.split('\n').length).toBeLessThan(20);
  for (const kind of ['login failed', 'session of', 'signing key']) expect(shown).toContain(kind);
  const [first, ...others] = details.notice?.match(/stands for \d+ like it/g) ?? [];
  expect([first, ...others]).toEqual(['stands for 198 like it', 'stands for 99 like it']);
});

it('a noun finds its verb, however irregular', () => {
  expect(ask(TOPIC_YAML, 'How long are messages of the topic retained?', 'topic.yaml')).toContain(
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

test('messages that differ after ids and names of 240 characters are not alike, and ids make no message rare', () => {
  const id = (at: number, of: number): string =>
    `${((at + of) * 2654435761 + of).toString(16).padStart(8, '0').slice(0, 8)}-41a2`;
  const line = (at: number): string => {
    const ids = [1, 2, 3, 4, 5].map((of) => `${id(at, of)}-b1c9e4f0a7d3${at % 7}`).join(' ');
    const said = at % 3 === 0 ? 'memory limit 3072 MB' : at % 3 === 1 ? 'disk limit 20 GB' : 'machine stopped';
    return `harbor-compute.log.1.2031-03-02_13:55:31 2031-03-02 00:00:04.${100 + at} 2931 INFO harbor.compute.manager [req-${ids} - - -] [machine: ${id(at, 9)}] ${said}`;
  };
  const text = many(300, line).join('\n');
  const { text: shown, details } = pruneText({ text, question: 'What is the memory limit of a machine?' });
  const [, matches] = /of (\d+) matches/.exec(details.notice ?? '') ?? [];
  expect(Number(matches)).toBeLessThan(40);
  expect(shown).toContain('memory limit 3072 MB');
  expect(shown.split('machine stopped').length - 1).toBeLessThan(12);
});
