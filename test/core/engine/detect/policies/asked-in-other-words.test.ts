import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';

/** Returns the shown lines of an output, without markers. */
function shown(lines: readonly string[], question: string, path?: string): readonly string[] {
  const { text } = pruneText({ text: `${lines.join('\n')}\n`, question, path });
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('(filtered '));
}

const rows = (count: number, row: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(at));

const FREIGHT = [
  'freight_id,loaded_on,port,kilos,cents,pilot',
  ...rows(300, (at) => {
    if (at === 120) return '7120,2026-05-01,Bergen,0,100120,Nils';
    if (at === 200) return '7200,2026-05-02,Bergen,90,100200,';
    return `${7000 + at},2026-05-0${1 + (at % 9)},Bergen,${40 + (at % 50)},${at === 60 ? 990_000 : 100_000 - at},Nils`;
  }),
];

test('rows of a table that lack a value, and those that have none of what is counted', () => {
  expect(shown(FREIGHT, 'Which freight has no pilot?')).toContain('7200,2026-05-02,Bergen,90,100200,');
  expect(shown(FREIGHT, 'Which freights are out of load?')).toContain('7120,2026-05-01,Bergen,0,100120,Nils');
});

test('the largest amount is told by the column of money, not by the number of the row', () => {
  const lines = shown(FREIGHT, 'Which freight has the largest amount?');
  expect(lines.some((line) => line.startsWith('7060,'))).toBe(true);
  expect(lines.some((line) => line.startsWith('7299,'))).toBe(false);
});

test('rows whose first cell is a time are a table, if titles stand above them', () => {
  const lines = [
    'at;buoy;knots;swell',
    ...rows(400, (at) => `2026-06-01 0${at % 10}:00;north;${at === 222 ? '' : at % 30};3`),
  ];
  expect(shown(lines, 'When did a buoy send no speed?')).toContain('2026-06-01 02:00;north;;3');
});

test('files of a diff are told by its headers alone', () => {
  const hunk = (file: string): string[] => [
    `diff --git a/${file} b/${file}`,
    ...[`--- a/${file}`, `+++ b/${file}`, '@@ -1,40 +1,41 @@', '+const added = 1;'],
    ...rows(40, (at) => ` const kept_${at} = ${at};`),
  ];
  const lines = shown(['src/mast.ts', 'src/sail.ts', 'src/keel.ts'].flatMap(hunk), 'Which files are part of it?');
  expect(lines.filter((line) => line.startsWith('diff --git '))).toHaveLength(3);
  expect(lines.length).toBeLessThan(40);
});

test('what a program says of time, where it is asked how long something took', () => {
  const lines = [
    ...rows(200, (at) => `checked hull-${at}.ts`),
    'Total time:      7.31s',
    ...rows(30, (at) => `kept ${at}`),
  ];
  expect(shown(lines, 'How long did it take to check them all?')).toContain('Total time:      7.31s');
});

test('tests that took their time, where it is asked for slow ones', () => {
  const lines = rows(240, (at) => `  ✓ keel/case-${at}.test.ts > floats${at === 90 ? ' (812ms)' : ''}`);
  const found = shown(['RUN  v4.0.0', ...lines, ' Tests  240 passed (240)'], 'Which tests are slow?');
  expect(found).toContain('  ✓ keel/case-90.test.ts > floats (812ms)');
});

test('the first and last of lines that a common word names', () => {
  const lines = rows(
    400,
    (at) => `2026-07-01 10:${String(at % 60).padStart(2, '0')}:00 ${at % 3 ? 'INFO ' : 'WARN '} rope ${at}`,
  );
  expect(shown(lines, 'What is the first warning?')).toContain(lines[0]);
});

test('a list of commits without dates may be in either order', () => {
  const lines = rows(200, (at) => `${(0xabc0000 + at * 7919).toString(16)} Mend the rope ${at}`);
  const found = shown(lines, 'Which is the most recent of these commits?');
  expect([found.includes(lines[0] as string), found.includes(lines[199] as string)]).toEqual([true, true]);
});

test('an entry of a lock file is whole', () => {
  const entry = (at: number): string[] => [
    '[[package]]',
    `name = "rope-${at}"`,
    `version = "1.${at}.0"`,
    `checksum = "c${at}"`,
    '',
  ];
  const found = shown(
    rows(80, (at) => entry(at).join('\n')),
    'Which version of rope-42 is locked?',
    'boat.lock.toml',
  );
  expect(found).toEqual(expect.arrayContaining(['name = "rope-42"', 'version = "1.42.0"', 'checksum = "c42"']));
  expect(found.length).toBeLessThan(60);
});

test('files of no bytes, where the size stands first', () => {
  const lines = rows(200, (at) => `${at === 77 ? 0 : 1000 + at * 13} 2026-08-0${1 + (at % 9)} ./hold/crate-${at}.bin`);
  expect(shown(lines, 'Which file has no bytes at all?')).toContain(lines[77]);
});

test('the commit that changed the most is told by the sums of lines, of what is asked for', () => {
  const sums = (at: number): string =>
    ` 2 files changed, ${at === 31 ? 900 : at} insertions(+), ${at === 52 ? 700 : at} deletions(-)`;
  const oneline = rows(80, (at) => `${(0xabc0000 + at * 7919).toString(16)} Mend the rope ${at}\n\n${sums(at)}`);
  const long = rows(80, (at) =>
    [
      ...[`commit ${(0xabc0000 + at * 7919).toString(16).repeat(5)}`, 'Author: N <n@example.com>', ''],
      ...[`    Mend the rope ${at}`, '', ` src/rope-${at}.ts | ${at} +++---`, sums(at), ''],
    ].join('\n'),
  );
  for (const log of [oneline, long]) {
    expect(shown(log, 'Which commit has the most insertions?')).toContain(sums(31));
    expect(shown(log, 'Which commit removed the most lines?')).toContain(sums(52));
    expect(shown(log, 'Which commit changed the most lines?')).toEqual(expect.arrayContaining([sums(31), sums(52)]));
  }
});

test('settings that a question names in other words', () => {
  const service = (at: number): string[] => [
    ...[`  dock-${at}:`, `    image: registry/dock:${at}`, '    labels:', `      berth: "${at}"`],
    ...(at === 33 ? ['    depends_on: [dock-12]'] : []),
    `    type: ${at === 21 ? 'LoadBalancer' : 'ClusterIP'}`,
  ];
  const file = ['services:', ...rows(60, (at) => service(at).join('\n'))];
  expect(shown(file, 'Which one is reachable from outside?', 'docks.yaml')).toContain('    type: LoadBalancer');
  expect(shown(file, 'Which one waits for another?', 'docks.yaml')).toContain('    depends_on: [dock-12]');
});

test('what is not as it should be stands out of a list of verdicts, whatever is asked', () => {
  const lines = rows(200, (at) => `hull/plank${at}.svg: ${at === 90 || at === 150 ? 'FAILED' : 'OK'}`);
  const { text } = pruneText({ text: `${lines.join('\n')}\n`, question: 'Is plank7 fine?', failed: true });
  expect(text).toContain('hull/plank90.svg: FAILED');
  expect(text).toContain('hull/plank150.svg: FAILED');
  expect(text.length).toBeLessThan(1200);
});

test('what stands on one side alone, where two texts are next to each other', () => {
  const lines = rows(120, (at) => (at === 77 ? 'lamp.77=red\t\t\t      <' : `lamp.${at}=lit\t\t\tlamp.${at}=lit`));
  expect(shown(lines, 'Which lamp was taken out?')).toContain('lamp.77=red\t\t\t      <');
});

test('letters of rsync for what another side lacks, and for another size', () => {
  const lines = rows(100, (at) => {
    if (at % 20 === 3) return `>f+++++++++ quay/log${at}.txt`;
    return at === 50 ? `>f.st...... quay/log${at}.txt` : `.f..t...... quay/log${at}.txt`;
  });
  expect(shown(lines, 'Which files are missing there?')).toContain('>f+++++++++ quay/log23.txt');
  expect(shown(lines, 'Which file has another size?')).toContain('>f.st...... quay/log50.txt');
});

test('a number that names a thing may have a letter before it, and a library its prefix and its version', () => {
  const files = rows(
    300,
    (at) => `   ${at * 3}  Stored  2031-02-11 21:40 ${(at * 7919).toString(16)}  logs/w${4000 + at}.txt`,
  );
  expect(shown(files, 'What is the checksum of log 4120?').some((line) => line.endsWith('w4120.txt'))).toBe(true);
  const libraries = [
    '/usr/bin/quay:',
    ...rows(60, (at) => `\tlibrope${at}.so => /lib/librope${at}.so (0x00007f${at})`),
  ];
  const lua = '\tliblua5.4.so.0 => /lib/liblua5.4.so.0 (0x00007f00)';
  expect(shown([...libraries.slice(0, 40), lua, ...libraries.slice(40)], 'Does it need Lua?')).toContain(lua);
});

test('names of protocols are looked for as programs print them', () => {
  const lines = rows(300, (at) => `resolver: ${at} query[${at === 140 ? 'AAAA' : 'A'}] buoy${at}.quay.example`);
  expect(shown(lines, 'Who asked for IPv6?').some((line) => line.includes('[AAAA]'))).toBe(true);
});

test('a statement of SQL that begins inside of another belongs to it', () => {
  const lines = [
    'CREATE TABLE ship (id integer);',
    ...rows(200, (at) => `INSERT INTO ship VALUES (${at});`),
    ...['CREATE TRIGGER no_ghosts BEFORE INSERT ON ship', '  WHEN NEW.id < 0'],
    "BEGIN SELECT RAISE(ABORT, 'a ship has a number'); END;",
  ];
  expect(shown(lines, 'What does the trigger refuse?')).toContain(lines.at(-1));
});

test('who made a change, and when, comes with it', () => {
  const commit = (at: number): string[] => [
    ...[`commit ${String(at).repeat(40).slice(0, 40)}`, `Author: Ann${at} <ann${at}@quay.example>`],
    ...[`Date:   Sat May ${10 + at} 09:19:23 2031 +0000`, '', `    Paint buoy ${at}`, ''],
    ...[`diff --git a/buoy${at}.py b/buoy${at}.py`, `--- a/buoy${at}.py`, `+++ b/buoy${at}.py`, '@@ -1 +1 @@'],
    ...[at === 4 ? '-DEPTH_LIMIT = 12' : '-COLOR = "red"', at === 4 ? '+DEPTH_LIMIT = 14' : '+COLOR = "green"', ''],
  ];
  const lines = rows(9, (at) => commit(at + 1).join('\n'));
  expect(shown(lines, 'Who raised the limit of depth?')).toContain('Author: Ann4 <ann4@quay.example>');
});

test.each([
  ['How wide is the sail?', 'sail.width=320'],
  ['Which command may delete the hull?', 'rm -rf hull'],
  ['Which linker is asked for?', '[requesting program interpreter: /lib/ld.so]'],
  ['How many processors are there?', 'NPROCESSORS 12'],
  ['How long may a voyage run?', 'max_execution_time 30'],
])('%s', (question, line) => {
  const others = rows(400, (at) => `quay.item${at}.tag=${['red', 'green', 'blue'][at % 3]}${at * 31}`);
  expect(shown([...others.slice(0, 250), line, ...others.slice(250)], question)).toContain(line);
});

test('of a long answer too, the first lines are shown: they say what it is of', () => {
  const lines = [
    '[0.021s] Using the north channel',
    ...rows(900, (at) => `[${at}.404s] buoy ${at} ${at % 9 === 4 ? 'lamp out' : 'lit'}`),
  ];
  expect(shown(lines, 'Which lamps are out?')).toContain('[0.021s] Using the north channel');
});

test('a text that is not worth a marker is whole', () => {
  const lines = rows(24, (at) => `berth ${at} is taken by boat ${at * 7}`);
  expect(shown(lines, 'Which boat is at berth 9?')).toEqual(lines);
});

test('files of a language are told by what their names end in', () => {
  const files = rows(200, (at) => `├── [1.${at % 9}K]  ${at === 90 ? 'keel.rs' : `mast-${at}.txt`}`);
  expect(shown(['[4.0K]  boat', ...files], 'Which Rust files are there?')).toContain('├── [1.0K]  keel.rs');
});

test('codes and names that logs have for what was refused', () => {
  const lines = rows(400, (at) => {
    const [path, code] =
      at === 150 ? ['/quay/upload', 413] : at === 290 ? ['/../etc/passwd', 400] : [`/berth/${at}`, 200];
    return `10.0.0.${at % 9} - - [02/Mar/2031:10:00:${String(at % 60).padStart(2, '0')} +0000] "GET ${path} HTTP/1.1" ${code} 57`;
  });
  expect(shown(lines, 'Which request was too large?')).toContain(lines[150]);
  expect(shown(lines, 'Who tried to read the password file?')).toContain(lines[290]);
});

test('a test that was skipped, where its number stands apart from the dash', () => {
  const lines = rows(200, (at) =>
    at === 120 ? '  -  120 quay.spec.ts:9:1 › sinks' : `  ✓  ${at} quay.spec.ts:9:1 › floats`,
  );
  expect(shown(['Running 200 tests', ...lines, '  199 passed'], 'Which test did not run?')).toContain(lines[120]);
});

test('lines that are newer than the first of something are compared, not the first ones', () => {
  const lines = rows(
    90,
    (at) =>
      `${at % 30 === 7 ? 'a1b2c3d4' : '93d1392a'} (Ann Quay 2031-0${at % 30 === 7 ? 9 : 3}-03 04:27:00 +0200 ${at + 1}) berth ${at}`,
  );
  expect(shown(lines, 'Which lines are newer than the first commit?')).toEqual(expect.arrayContaining([lines[37]]));
});

test('a word that most lists share tells the rows that have it from the others', () => {
  const lines = rows(
    200,
    (at) =>
      `-rw-r--r-- 1 ann ann ${at === 60 ? 90_000 : at === 140 ? 7000 : 100 + at} 2031-03-02 10:00 ${at % 10 === 0 && at > 100 ? `keel-${at}.test.ts` : `keel-${at}.ts`}`,
  );
  expect(shown(['total 200', ...lines], 'Which test file is the largest?')).toContain(lines[140]);
});

test('a column of seconds tells which took longest, and what a full disk says', () => {
  const lines = rows(400, (at) =>
    JSON.stringify({
      job: 'paint',
      hull: `h${at % 7}`,
      seconds: at === 250 ? 1900 : 90 + (at % 60),
      note: at === 120 ? 'no space left on device' : 'dry',
    }),
  );
  expect(shown(lines, 'Which job took longest?')).toContain(lines[250]);
  expect(shown(lines, 'Which job ran out of disk?')).toContain(lines[120]);
});

test('sums of coverage stand below the file that they are of', () => {
  const file = (at: number): string[] => [
    ...['TN:', `SF:src/dock${at}.ts`, `FNDA:${at === 7 ? 0 : 3},moor${at}`],
    ...rows(30, (line) => `DA:${line + 1},${line % 4}`),
    ...[`LF:${100 + at}`, `LH:${90 + at}`, `BRF:${20 + at}`, `BRH:${10 + at}`, 'end_of_record'],
  ];
  const lines = rows(9, (at) => file(at).join('\n'));
  expect(shown(lines, 'How many lines of dock4.ts are covered?')).toEqual(expect.arrayContaining(['LF:104', 'LH:94']));
  expect(shown(lines, 'Which function is never called?')).toContain('FNDA:0,moor7');
  expect(shown(lines, 'How many branches of dock6.ts were missed?')).toEqual(
    expect.arrayContaining(['SF:src/dock6.ts', 'BRF:26', 'BRH:16']),
  );
});

test('a licence that leaves the choice', () => {
  const lines = rows(
    300,
    (at) => `"rope-${at}@1.0.${at}","${at === 200 ? '(MIT OR CC0-1.0)' : 'MIT'}","https://rope.example/${at}"`,
  );
  expect(shown(['"module name","license","repository"', ...lines], 'Which one is under a dual licence?')).toContain(
    lines[200],
  );
});

test.each([
  ['git ls-files -s', (mode: string, path: string) => `${mode} ${'4be2c1'.repeat(7).slice(2)} 0\t${path}`],
  ['git ls-tree -r', (mode: string, path: string) => `${mode} blob ${'4be2c1'.repeat(7).slice(2)}\t${path}`],
])('the modes of %s say what is executable', (_, row) => {
  const text = Array.from({ length: 200 }, (_, i) => row(i % 67 === 5 ? '100755' : '100644', `lib/part${i}.sh`)).join(
    '\n',
  );
  const { text: out } = pruneText({ text, question: 'which files are executable?', markers: 'ranges' });
  for (const i of [5, 72, 139]) expect(out).toContain(`lib/part${i}.sh`);
  expect(out.split('\n').length).toBeLessThan(40);
});
