type Arguments = Readonly<Record<string, unknown>>;

/** A call of one of the launcher's own tools, in a project as `writeProject` makes it. */
export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
}

const REFUND = 'How is a refund updated?';
const call = (tool: string, args: unknown): ToolCall => ({ tool, args });
const read = (file_path: unknown, more: Arguments = {}): ToolCall => call('read', { file_path, ...more });
const bash = (command: unknown, more: Arguments = {}): ToolCall => call('bash', { command, ...more });
const grep = (pattern: unknown, more: Arguments = {}): ToolCall => call('grep', { pattern, ...more });

const FILES =
  'src/shop.ts src/long-shop.ts src/columns.js logs/worker.log data/rows.json data/table.csv empty.txt crlf.txt no-end.txt wide.txt unicode.txt README.md binary.bin .hidden/notes.txt link-in.md'.split(
    ' ',
  );
const ASKS = [REFUND, 'Which requests failed?', 'How is the Retry-After header parsed?', '\ufffd', 'Where is Mars?'];

const READS: readonly ToolCall[] = [
  ...FILES.map((file) => read(file)),
  ...FILES.flatMap((file) => ASKS.map((ask) => read(file, { context_focus_question: ask }))),
  read('src/shop.ts', { start_line: 10, end_line: 40 }),
  read('src/shop.ts', { start_line: 10, end_line: 90, context_focus_question: REFUND }),
  read('src/shop.ts', { start_line: 150 }),
  read('src/shop.ts', { end_line: 3 }),
  read('src/shop.ts', { start_line: 9000 }),
  read('src/shop.ts', { start_line: 5, end_line: 2 }),
  read('src/long-shop.ts', { max_output_bytes: 1024 }),
  read('src/long-shop.ts', { max_output_bytes: 20_000, context_focus_question: REFUND }),
  ...['missing.txt', 'src', '../outside.txt', '/etc/passwd', 'link-out.txt', '', 'a\u0000b', 7, null].map((file) =>
    read(file),
  ),
  read('crlf.txt', { encoding: 'latin1' }),
  read('crlf.txt', { start_line: 0 }),
  read('crlf.txt', { start_line: 1.5, end_line: 'x', more: true }),
  read('crlf.txt', { max_output_bytes: 5 }),
  read('crlf.txt', { context_focus_question: '' }),
  read('crlf.txt', { context_focus_question: 'x'.repeat(1001) }),
  call('read', undefined),
  call('read', 'text'),
  call('read', []),
];

const COMMANDS: readonly ToolCall[] = [
  bash('echo one; echo two >&2'),
  bash('cat src/long-shop.ts'),
  bash('cat src/long-shop.ts', { context_focus_question: REFUND }),
  bash('cat logs/worker.log; exit 3', { context_focus_question: 'Which requests failed?' }),
  bash('cat logs/worker.log >&2; exit 1', { context_focus_question: 'Which requests failed?' }),
  bash('cat logs/worker.log; cat src/columns.js >&2; exit 2'),
  bash('exit 7'),
  bash('true'),
  bash('no-such-program'),
  bash('kill -9 $$'),
  bash('echo "$GREETING $HOME"; pwd', { env: { GREETING: 'hello' }, cwd: 'src' }),
  bash('seq 1 30000'),
  bash('seq 1 30000', { max_output_bytes: 2048 }),
  bash('seq 1 30000', { context_focus_question: 'Is 777 there?' }),
  bash('sleep 5', { timeout_ms: 200 }),
  bash('echo before; sleep 5', { timeout_ms: 400 }),
  bash("printf 'a\\xffb\\n'"),
  bash("printf 'no end'"),
  bash("printf '\\033[31mred\\033[0m\\n'"),
  bash('cat', {}),
  bash('pwd', { cwd: '..' }),
  bash('pwd', { cwd: 'missing' }),
  bash('pwd', { cwd: 'README.md' }),
  bash(''),
  bash(7),
  bash('true', { timeout_ms: 1 }),
  bash('true', { env: { A: 1 } }),
  bash('true', { env: { 'A=B': 'x' } }),
  bash('x'.repeat(50_001)),
  call('bash', {}),
];

const SEARCHES: readonly ToolCall[] = [
  grep('update_refund', { path: 'src/shop.ts' }),
  grep('update_refund', { paths: ['src/shop.ts', 'README.md'] }),
  grep('refund', { paths: ['README.md', 'src/shop.ts'], context_lines: 2 }),
  grep('REFUND', { path: 'README.md', case_sensitive: false }),
  grep('step_\\d+', { path: 'src/long-shop.ts' }),
  grep('step_\\d+', { path: 'src/long-shop.ts', max_matches: 7 }),
  grep('step_\\d+', { path: 'src/long-shop.ts', context_focus_question: REFUND }),
  grep('ERROR', { path: 'logs/worker.log', context_focus_question: 'Which worker failed last?' }),
  grep('ERROR', { path: 'logs/worker.log', context_lines: 1, max_output_bytes: 1024 }),
  grep('a.b(', { path: 'src/shop.ts', fixed_string: true }),
  grep('apply(given', { path: 'src/shop.ts', fixed_string: true, max_matches: 3 }),
  grep('needle', { path: 'wide.txt' }),
  grep('needle', { path: 'binary.bin' }),
  grep('update_refund', { path: '.hidden' }),
  grep('update_refund', { path: 'ignored' }),
  grep('update_refund', { cwd: 'src', path: 'shop.ts' }),
  grep('two$', { path: 'crlf.txt' }),
  grep('漢字', { path: 'unicode.txt' }),
  grep('nothing at all', { path: 'src' }),
  grep('(', { path: 'src' }),
  grep('(?<=a)b', { path: 'src' }),
  grep('', { path: 'src' }),
  grep('x', { path: 'missing' }),
  grep('x', { path: '../' }),
  grep('x', { path: 'src', paths: ['src'] }),
  grep('x', { paths: [] }),
  grep('x', { context_lines: 51, max_matches: 0, timeout_ms: 'soon' }),
  call('grep', {}),
];

const ARTIFACTS: readonly ToolCall[] = [
  call('artifact', { ref: 'ax://read/00000000000000000000000000000000' }),
  call('artifact', { ref: 'no reference' }),
  call('artifact', {}),
  call('artifact', { ref: 'ax://read/00000000000000000000000000000000', start_line: 0 }),
  call('no_such_tool', {}),
  call('context_stash', {}),
];

export const OWN_TOOL_CALLS: readonly ToolCall[] = [...READS, ...COMMANDS, ...SEARCHES, ...ARTIFACTS];

/** Ways to read an artifact back. */
export function artifactCalls(ref: string): readonly ToolCall[] {
  const ways: readonly Arguments[] = [
    {},
    { start_line: 3, end_line: 9 },
    { start_line: 2, start_char: 3, end_char: 9 },
    { pattern: '(?i)refund|error' },
    { pattern: '(' },
    { path: '$[0]' },
    { path: '$..name' },
    { context_focus_question: 'Which requests failed?' },
    { pattern: 'x', path: '$' },
    { cursor: 'forged' },
  ];
  return ways.map((way) => call('artifact', { ref, ...way }));
}
