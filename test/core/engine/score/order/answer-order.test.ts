import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';

const list = (n: number, line: (i: number) => string): string =>
  `${Array.from({ length: n }, (_, i) => line(i)).join('\n')}\n`;
const ask = (text: string, question: string, targetRatio?: number): string =>
  pruneText({ text, question, markers: 'ranges', targetRatio }).text;
const price = (i: number): number => (i * 7919) % 1009;

test('the largest of JSON items is told by the key that is asked for', () => {
  const item = (i: number): object => ({ id: 5000 - i, name: `item ${i}`, price: price(i), weight: i });
  const items = Array.from({ length: 150 }, (_, i) => item(i));
  const dearest = items.reduce((a, b) => ((a as { price: number }).price > (b as { price: number }).price ? a : b));
  for (const text of [JSON.stringify(items, null, 2), items.map((one) => JSON.stringify(one)).join('\n')]) {
    const out = ask(text, 'Which item has the highest price?');
    expect(out).toContain(`"price":${text.startsWith('[') ? ' ' : ''}${(dearest as { price: number }).price}`);
    expect(out.length).toBeLessThan(text.length / 5);
  }
});

test('the column of a table is told by its title', () => {
  const text = `id,name,price,stock\n${list(300, (i) => `${i},thing ${i},${price(i)},${1000 - i}`)}`;
  const rows = text.split('\n').slice(1, -1);
  const best = rows.reduce((a, b) => (Number(a.split(',')[2]) > Number(b.split(',')[2]) ? a : b));
  const out = ask(text, 'What has the highest price?');
  expect(out.split('\n')).toContain(best);
  expect(out.startsWith('id,name,price,stock\n')).toBe(true);
  expect(out.split('\n').length).toBeLessThan(20);
});

test('the largest of those that the question names is there beside the largest of all', () => {
  const text = list(300, (i) => `${String(price(i)).padStart(7)} src/${i % 3 === 0 ? 'wire' : 'core'}/part${i}.ts`);
  const wire = text.split('\n').filter((line) => line.includes('wire'));
  const best = wire.reduce((a, b) => (Number.parseInt(a, 10) > Number.parseInt(b, 10) ? a : b));
  expect(ask(text, 'Which file in wire is the largest?')).toContain(best);
});

test('the newest file of a long listing is told by its date', () => {
  const day = (i: number): string => (i === 77 ? 'Nov 23 04:12' : `Jan ${String(1 + (i % 28)).padStart(2)}  2024`);
  const text = `total 9000\n${list(200, (i) => `-rw-r--r-- 1 ann staff ${String(price(i)).padStart(5)} ${day(i)} part${i}.ts`)}`;
  const out = ask(text, 'Which file is the newest?');
  expect(out).toContain('part77.ts');
  expect(out.split('\n').length).toBeLessThan(40);
});

test('the slowest test is told by its duration', () => {
  const text = ` RUN  v3.2.1 /home/me/shop\n\n${list(200, (i) => ` ✓ test/part${i}.test.ts (3 tests) ${i === 31 ? 8123 : 10 + price(i) / 10}ms`)}\n Test Files  200 passed (200)\n`;
  expect(ask(text, 'Which test is the slowest?')).toContain('test/part31.test.ts');
});

test('what happened last to a thing is the last event that names it', () => {
  const at = (i: number): string =>
    `2026-02-03T09:${String(10 + Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z`;
  const text = list(
    400,
    (i) => `${at(i)} INFO ${i % 40 === 3 ? `user anna signed in from address ${i}` : `request ${i} was answered`}`,
  );
  const out = ask(text, 'When did anna sign in last?');
  expect(out).toContain('address 363');
  expect(ask(text, 'When did anna sign in last?', 0.02)).toContain('address 363');
});

test('how many there are takes all of a short list, and of a limit only what fits', () => {
  const text = list(120, (i) => `./src/part${i}.ts`);
  expect(ask(text, 'How many files are there?')).toBe(text);
  expect(ask(text, 'How many files are there?', 0.2).length).toBeLessThan(text.length / 2);
});

test('prose is not taken for a list', () => {
  const words = 'ship sail storm harbor captain crew anchor island letter winter'.split(' ');
  const word = (i: number): string => words[(i * 7) % words.length] as string;
  const text = list(
    200,
    (i) => `The ${word(i)} of the ${word(i + 3)} was the largest that the ${word(i * 3)} had seen in years.\n`,
  );
  const { details } = pruneText({ text, question: 'Which anchor is the largest?' });
  expect(details.kind).toBe('prose');
  expect(details.reasons.filter((reason) => reason === 'match').length).toBeGreaterThan(0);
});

test('which are larger than others is told by the largest, where the list is too long to be whole', () => {
  const text = list(2000, (i) => `${String(price(i)).padStart(7)}\t./src/folder${i}/part${i}.ts`);
  const out = ask(text, 'Which folders are larger than 1006 bytes?');
  for (const i of [...Array(2000).keys()].filter((one) => price(one) > 1006))
    expect(out).toContain(`folder${i}/part${i}.ts`);
  expect(out.length).toBeLessThan(text.length / 4);
});

test.each([
  ['sqlite', (i: number) => `   name = chair ${i}\n  grams = ${i === 61 ? 90_000 : price(i)}\n  place = ${i}\n`],
  [
    'mysql',
    (i: number) =>
      `*************************** ${i + 1}. row ***************************\n name: chair ${i}\ngrams: ${i === 61 ? 90_000 : price(i)}\nplace: ${i}`,
  ],
  [
    'psql',
    (i: number) => `-[ RECORD ${i + 1} ]-\nname  | chair ${i}\ngrams | ${i === 61 ? 90_000 : price(i)}\nplace | ${i}`,
  ],
])(
  'of records that are lines of keys and values, as %s prints them, the heaviest and the last are told',
  (_, record) => {
    const text = list(150, record);
    const heaviest = ask(text, 'Which chair is the heaviest?');
    expect(heaviest).toMatch(/chair 61$/m);
    expect(heaviest).toContain('90000');
    expect(heaviest.length).toBeLessThan(text.length / 4);
    expect(ask(text, 'Which is the last chair?')).toMatch(/chair 149$/m);
  },
);

test('the first row of a table drawn with lines is no line of the drawing', () => {
  const rule = '─'.repeat(39);
  const rows = list(150, (i) => `│ chair${String(i).padEnd(33)}│ ${String(price(i)).padEnd(5)} │`);
  const text = `┌${rule}┬───────┐\n│ name${' '.repeat(34)}│ price │\n├${rule}┼───────┤\n${rows}└${rule}┴───────┘\n`;
  const out = ask(text, 'Which is the first chair of the list?');
  expect(out).toContain('│ chair0  ');
  expect(out.startsWith('┌')).toBe(false);
  expect(out).toContain('│ name   ');
});

test('the largest of counts behind names, and of sizes in the brackets of a tree, is told', () => {
  const counts = list(150, (i) => `src/part${i}.ts:${i === 77 ? 4000 : price(i)}`);
  expect(ask(counts, 'Which file has the most matches?')).toContain('src/part77.ts:4000');
  const tree = `.\n${list(150, (i) => `|-- [${i === 77 ? ' 46M' : `${String(1 + (price(i) % 900)).padStart(3)}K`}]  part${i}.ogg`)}`;
  expect(ask(tree, 'What takes the most space?')).toContain('part77.ogg');
});

test('rows beyond a bound that the question sets are all there, and few others', () => {
  const slow = new Set([4, 31, 77, 120]);
  const text = `TAP version 13\n${list(150, (i) => `ok ${i + 1} - sums part ${i} (${slow.has(i) ? 300 + i : 5 + (i % 90)}ms)`)}1..150\n`;
  const out = ask(text, 'Which tests took longer than 250 ms?');
  for (const i of slow) expect(out).toContain(`sums part ${i} (`);
  expect(out.length).toBeLessThan(text.length / 3);
});

test('what is full, worst or hogging is told by its column', () => {
  const df = `Filesystem      Size  Used Avail Use% Mounted on\n${list(60, (i) => `/dev/sd${i}   468G  ${i === 33 ? '460G  1.2G  99%' : '100G  300G  25%'} /mnt/part${i}`)}`;
  for (const question of [
    'Which disk is nearly full?',
    'Where is space running out?',
    'Which has the least space left?',
  ])
    expect(ask(df, question)).toContain('/mnt/part33');
  const covered = `File     | % Stmts | % Lines |\n---------|---------|---------|\n${list(90, (i) => `part${String(i).padEnd(5)}| ${i === 34 ? '  4.1' : `98.${i % 10} `}   | ${i === 34 ? '  4.1' : `98.${i % 10} `}   |`)}`;
  expect(ask(covered, 'Which file is covered worst?')).toMatch(/^part34 /m);
  expect(ask(covered, 'Which files are hardly tested?')).toMatch(/^part34 /m);
});

test('ages, years and negative numbers of a table are read', () => {
  const text = `id,name,born,balance\n${list(200, (i) => `${i},guest ${i},${i === 77 ? 1921 : 1950 + (i % 50)},${i === 88 ? -900 : price(i)}`)}`;
  expect(ask(text, 'Who is the oldest?')).toContain('guest 77,');
  expect(ask(text, 'Who was born before 1930?')).toContain('guest 77,');
  expect(ask(text, 'Who has the lowest balance?')).toContain('guest 88,');
  expect(ask(text, 'Whose balance is negative?')).toContain('guest 88,');
});

test.each([
  'after how many seconds of silence is the first TCP keepalive probe sent?',
  'what is the last TCP keepalive probe sent after?',
])('a word of order does not take the place of the words that say what is asked: %s', (question) => {
  const settings = (of: string): string =>
    list(
      60,
      (i) =>
        `net.ipv4.${of}.port${i >> 2}.${['accept_rank', 'first_probe', 'promote_secondaries', 'tag'][i % 4]} = ${i}`,
    );
  const own = ['intvl = 75', 'probes = 9', 'time = 7200'].map((end) => `net.ipv4.tcp_keepalive_${end}\n`);
  const probes = (of: string): string => list(3, (i) => `net.ipv4.tcp_${of}${i}_probe_sent = ${i}`);
  const out = ask([settings('conf'), probes('a'), ...own, probes('z'), settings('neigh')].join(''), question);
  for (const line of own) expect(out).toContain(line);
});

test('a comma inside of quotes separates no cells of a CSV', () => {
  const query = (i: number): string =>
    `q${i},${i === 30 ? '"select a, b, c from trips"' : 'select a from trips'},${i === 30 ? 9000 : i * 10},${(i * 37) % 90}`;
  const text = `ID,QUERY_TEXT,BYTES_SPILLED,ROWS\n${Array.from({ length: 60 }, (_, i) => query(i)).join('\n')}\n`;
  expect(ask(text, 'Which query spilled the most bytes?')).toContain('q30,');
});

test('a quote inside of a cell opens no cell', () => {
  const row = (i: number): string => `sku${i},Frame ${i === 30 ? '27",9000,mat 15"' : `A,${i * 10},matte`}`;
  const text = `ID,NAME,PRICE,FINISH\n${Array.from({ length: 60 }, (_, i) => row(i)).join('\n')}\n`;
  expect(ask(text, 'Which has the highest price?')).toContain('sku30,');
});
