/**
 * A fact that a model needs from a result, and the pattern or path with which an agent would ask for it if the fact is
 * not shown.
 */
export interface Fact {
  readonly text: string;
  readonly ask?: { readonly pattern: string } | { readonly path: string };
}

export interface Recorded {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly facts: readonly Fact[];
}

export interface RecordedServer {
  readonly name: string;
  /** The package's name on npm. */
  readonly package: string;
  readonly version: string;
  /** Program within the package, and its arguments; `/project` is replaced by the project's folder. */
  readonly command: readonly string[];
  readonly calls: readonly Recorded[];
}

const GRAPH = Array.from({ length: 60 }, (_, i) => ({
  name: `module-${i}`,
  entityType: i % 7 === 0 ? 'service' : 'module',
  observations: [
    `Owned by team ${i % 5}`,
    `Has ${i * 3} tests`,
    i === 41 ? 'Deprecated since 3.2' : `Covered to ${50 + (i % 50)} %`,
  ],
}));
const RELATIONS = Array.from({ length: 90 }, (_, i) => ({
  from: `module-${i % 60}`,
  to: `module-${(i * 7 + 1) % 60}`,
  relationType: i === 77 ? 'must-not-import' : 'imports',
}));

const thought = (n: number, text: string, more: object = {}): Recorded => ({
  tool: 'sequentialthinking',
  arguments: { thought: text, thoughtNumber: n, totalThoughts: 4, nextThoughtNeeded: n < 4, ...more },
  facts: [{ text: `"thoughtNumber":${n}` }],
});

/** The servers to record, with their versions and calls. */
export const SERVERS: readonly RecordedServer[] = [
  {
    name: 'filesystem',
    package: '@modelcontextprotocol/server-filesystem',
    version: '2026.8.31',
    command: ['dist/index.js', '/project'],
    calls: [
      {
        tool: 'directory_tree',
        arguments: { path: '/project/src' },
        facts: [
          { text: 'api-key.ts', ask: { pattern: 'api-key' } },
          { text: 'follow-json-path.ts', ask: { pattern: 'json-path' } },
        ],
      },
      {
        tool: 'list_directory',
        arguments: { path: '/project/src/shaping' },
        facts: [
          { text: '[FILE] build-shape.ts', ask: { pattern: 'build' } },
          { text: '[FILE] wrap-response.ts', ask: { pattern: 'wrap' } },
        ],
      },
      {
        tool: 'list_directory_with_sizes',
        arguments: { path: '/project/src/pruning', sortBy: 'size' },
        facts: [
          { text: 'lexical-scorer.ts', ask: { pattern: 'lexical' } },
          { text: 'Total: 36 files', ask: { pattern: 'Total' } },
          { text: 'Combined size: 100.62 KB', ask: { pattern: 'Combined' } },
        ],
      },
      {
        tool: 'search_files',
        arguments: { path: '/project', pattern: '**/*.ts' },
        facts: [{ text: '/project/src/tokens/narrow.ts', ask: { pattern: 'narrow' } }],
      },
      {
        tool: 'read_text_file',
        arguments: { path: '/project/src/shaping/wrap-response.ts' },
        facts: [
          { text: 'export async function wrapResponse(', ask: { pattern: 'wrapResponse' } },
          { text: 'const ROOMY = 3000', ask: { pattern: 'ROOMY' } },
        ],
      },
      {
        tool: 'read_multiple_files',
        arguments: {
          paths: ['/project/src/shaping/limits.ts', '/project/src/shaping/shape.ts', '/project/src/missing.ts'],
        },
        facts: [
          { text: 'ENOENT: no such file or directory', ask: { pattern: 'missing' } },
          { text: 'maxBytes: 10_240', ask: { pattern: 'maxBytes' } },
        ],
      },
      {
        tool: 'read_text_file',
        arguments: { path: '/project/test.log', tail: 40 },
        facts: [{ text: 'Tests  1 failed | 5994 passed (5995)', ask: { pattern: 'Tests' } }],
      },
      {
        tool: 'read_text_file',
        arguments: { path: '/project/test.log' },
        facts: [
          { text: 'AssertionError: expected 1250 to be less than or equal to 1200', ask: { pattern: 'Error' } },
          { text: 'Tests  1 failed | 5994 passed (5995)', ask: { pattern: 'Tests' } },
          { text: 'test/unit/refund.test.ts:41:23', ask: { pattern: 'refund' } },
        ],
      },
      {
        tool: 'read_text_file',
        arguments: { path: '/project/no-such.ts' },
        facts: [{ text: 'ENOENT: no such file or directory' }],
      },
      {
        tool: 'read_text_file',
        arguments: { path: '/etc/hosts' },
        facts: [{ text: 'path outside allowed directories' }],
      },
      {
        tool: 'edit_file',
        arguments: {
          path: '/project/src/shaping/limits.ts',
          edits: [{ oldText: 'maxArrayItems: 10,', newText: 'maxArrayItems: 20,' }],
          dryRun: true,
        },
        facts: [
          { text: '+  maxArrayItems: 20,', ask: { pattern: 'maxArrayItems' } },
          { text: '-  maxArrayItems: 10,', ask: { pattern: 'maxArrayItems' } },
        ],
      },
    ],
  },
  {
    name: 'memory',
    package: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    command: ['dist/index.js'],
    calls: [
      {
        tool: 'create_entities',
        arguments: { entities: GRAPH },
        facts: [{ text: 'Deprecated since 3.2', ask: { pattern: 'Deprecated' } }],
      },
      {
        tool: 'create_relations',
        arguments: { relations: RELATIONS },
        facts: [{ text: 'must-not-import', ask: { pattern: 'must-not' } }],
      },
      {
        tool: 'search_nodes',
        arguments: { query: 'service' },
        facts: [
          { text: '"name":"module-56"', ask: { pattern: 'module-56' } },
          { text: '"name":"module-0"', ask: { pattern: 'module-0' } },
        ],
      },
      {
        tool: 'open_nodes',
        arguments: { names: ['module-41', 'module-1'] },
        facts: [{ text: 'Deprecated since 3.2', ask: { pattern: 'Deprecated' } }],
      },
      {
        tool: 'read_graph',
        arguments: {},
        facts: [
          { text: 'Deprecated since 3.2', ask: { pattern: 'Deprecated' } },
          { text: 'must-not-import', ask: { pattern: 'must-not' } },
        ],
      },
      {
        tool: 'add_observations',
        arguments: { observations: [{ entityName: 'module-99', contents: ['Is new'] }] },
        facts: [{ text: 'Entity with name module-99 not found' }],
      },
    ],
  },
  {
    name: 'everything',
    package: '@modelcontextprotocol/server-everything',
    version: '2026.8.31',
    command: ['dist/index.js'],
    calls: [
      {
        tool: 'get-structured-content',
        arguments: { location: 'Chicago' },
        facts: [{ text: 'Light rain / drizzle' }, { text: '"temperature":36' }],
      },
      {
        tool: 'get-resource-links',
        arguments: { count: 10 },
        facts: [
          { text: 'demo://resource/dynamic/text/2', ask: { pattern: 'Text Resource' } },
          { text: 'demo://resource/dynamic/text/10', ask: { pattern: 'Text Resource 10' } },
        ],
      },
      {
        tool: 'get-resource-reference',
        arguments: { resourceType: 'Text', resourceId: 3 },
        facts: [{ text: 'demo://resource/dynamic/text/3' }],
      },
      {
        tool: 'get-annotated-message',
        arguments: { messageType: 'error', includeImage: true },
        facts: [{ text: 'Error: Operation failed' }, { text: 'image/png', ask: { pattern: 'mimeType' } }],
      },
      {
        tool: 'get-tiny-image',
        arguments: {},
        facts: [{ text: "Here's the image you requested:" }, { text: 'The image above is the MCP logo.' }],
      },
      { tool: 'get-sum', arguments: { a: 2, b: 40 }, facts: [{ text: '42' }] },
    ],
  },
  {
    name: 'sequential-thinking',
    package: '@modelcontextprotocol/server-sequential-thinking',
    version: '2026.8.31',
    command: ['dist/index.js'],
    calls: [
      thought(1, 'The refund test fails since the rounding was reverted.'),
      thought(2, 'Rounding down would lose cents on partial refunds.'),
      thought(3, 'Perhaps the bound is wrong, not the rounding.', { isRevision: true, revisesThought: 2 }),
      thought(4, 'Compare in cents, and keep the bound.', { branchFromThought: 3, branchId: 'cents' }),
    ],
  },
  {
    name: 'git',
    package: '@cyanheads/git-mcp-server',
    version: '2.15.3',
    command: ['dist/index.js'],
    calls: [
      {
        tool: 'git_status',
        arguments: { path: '/project' },
        facts: [{ text: '"currentBranch":"main"' }, { text: 'stock.js' }],
      },
      {
        tool: 'git_log',
        arguments: { path: '/project', maxCount: 40 },
        facts: [
          { text: 'Revert the rounding of refunds', ask: { pattern: 'rounding' } },
          { text: 'Set prices of week 39' },
          { text: 'Import the sources', ask: { pattern: 'Import' } },
        ],
      },
      {
        tool: 'git_log',
        arguments: { path: '/project', maxCount: 20, stat: true },
        facts: [
          { text: 'Revert the rounding of refunds', ask: { pattern: 'rounding' } },
          { text: 'Set prices of week 39' },
        ],
      },
      {
        tool: 'git_diff',
        arguments: { path: '/project' },
        facts: [
          { text: '-  shelf42: 462,', ask: { pattern: 'shelf42' } },
          { text: '"deletions":71', ask: { pattern: 'deletions' } },
        ],
      },
      {
        tool: 'git_show',
        arguments: { path: '/project', object: 'HEAD~5' },
        facts: [
          { text: 'Set prices of week 34', ask: { pattern: 'week' } },
          { text: '+  item63: 659,', ask: { pattern: 'item63' } },
        ],
      },
      {
        tool: 'git_blame',
        arguments: { path: '/project', filePath: 'src/fit/limits.ts' },
        facts: [{ text: 'Ada Example' }, { text: 'seed 2, principle 2' }],
      },
      {
        tool: 'git_show',
        arguments: { path: '/project', object: 'no-such-branch' },
        facts: [{ text: 'fatal: Not a valid object name no-such-branch' }],
      },
    ],
  },
  {
    name: 'desktop-commander',
    package: '@wonderwhy-er/desktop-commander',
    version: '0.2.52',
    command: ['dist/index.js', '--no-onboarding'],
    calls: [
      {
        tool: 'list_directory',
        arguments: { path: '/project/src', depth: 3 },
        facts: [
          { text: 'access/api-key.ts', ask: { pattern: 'api-key' } },
          { text: 'wire/whole.ts', ask: { pattern: 'whole' } },
        ],
      },
      {
        tool: 'read_file',
        arguments: { path: '/project/src/shaping/build-shape.ts' },
        facts: [{ text: 'total: 192 lines' }, { text: 'const MOST_VALUES = 20_000', ask: { pattern: 'MOST_VALUES' } }],
      },
      {
        tool: 'read_file',
        arguments: { path: '/project/test.log', offset: -30 },
        facts: [{ text: 'Tests  1 failed | 5994 passed (5995)', ask: { pattern: 'Tests' } }],
      },
      {
        tool: 'start_process',
        arguments: { command: 'cd /project && node run-tests.js; exit 1', timeout_ms: 8000 },
        facts: [
          { text: 'AssertionError: expected 1250 to be less than or equal to 1200', ask: { pattern: 'Error' } },
          { text: 'Tests  1 failed | 5994 passed (5995)', ask: { pattern: 'Tests' } },
          { text: 'test/unit/refund.test.ts:41:23', ask: { pattern: 'refund' } },
        ],
      },
      {
        tool: 'edit_block',
        arguments: { file_path: '/project/bad.js', old_string: 'no such text', new_string: 'x' },
        facts: [{ text: 'Search content not found' }, { text: '22% similarity' }],
      },
    ],
  },
  {
    name: 'dbhub',
    package: '@bytebase/dbhub',
    version: '1.4.0',
    command: ['dist/index.js', '--transport', 'stdio', '--dsn', 'sqlite:///project/shop.db'],
    calls: [
      {
        tool: 'execute_sql',
        arguments: { sql: 'SELECT * FROM orders' },
        facts: [
          { text: 'card declined: insufficient funds', ask: { pattern: 'failed' } },
          { text: '9999900', ask: { pattern: '999' } },
        ],
      },
      {
        tool: 'execute_sql',
        arguments: { sql: 'SELECT status, count(*) AS orders, sum(total_cents) AS cents FROM orders GROUP BY status' },
        facts: [{ text: '11176750' }, { text: '"failed"' }],
      },
      {
        tool: 'execute_sql',
        arguments: { sql: "SELECT id, note FROM orders WHERE status = 'failed'" },
        facts: [{ text: 'card declined: insufficient funds' }, { text: '417' }],
      },
      {
        tool: 'execute_sql',
        arguments: { sql: 'SELECT total FROM orders' },
        facts: [{ text: 'no such column: total' }],
      },
      {
        tool: 'search_objects',
        arguments: { object_type: 'column', pattern: '%', table: 'orders', schema: 'main', detail_level: 'full' },
        facts: [
          { text: 'total_cents', ask: { pattern: 'total' } },
          { text: 'placed_at', ask: { pattern: 'placed' } },
        ],
      },
    ],
  },
  {
    name: 'playwright',
    package: '@playwright/mcp',
    version: '0.0.83',
    command: ['cli.js', '--headless', '--isolated', '--executable-path', '/usr/bin/chromium', '--no-sandbox'],
    calls: [
      {
        tool: 'browser_navigate',
        arguments: { url: 'http://shop.example/' },
        facts: [{ text: 'Page Title: Orders' }, { text: 'Console: 1 errors' }],
      },
      {
        tool: 'browser_snapshot',
        arguments: {},
        facts: [
          { text: 'Payment failed', ask: { pattern: 'failed' } },
          { text: 'Export as CSV', ask: { pattern: 'button' } },
        ],
      },
      {
        tool: 'browser_console_messages',
        arguments: { level: 'info' },
        facts: [{ text: 'Failed to load stock: 503', ask: { pattern: 'stock' } }, { text: 'Errors: 1' }],
      },
      {
        tool: 'browser_click',
        arguments: { element: 'Refund button', target: 'e9999' },
        facts: [{ text: 'Ref e9999 not found' }],
      },
      {
        tool: 'browser_take_screenshot',
        arguments: { type: 'png', scale: 'css' },
        facts: [{ text: 'Screenshot of viewport' }, { text: 'image/png', ask: { pattern: 'mimeType' } }],
      },
      { tool: 'browser_network_requests', arguments: { static: true }, facts: [{ text: '[200] OK' }] },
    ],
  },
  {
    name: 'repomix',
    package: 'repomix',
    version: '1.14.0',
    command: ['bin/repomix.cjs', '--mcp'],
    calls: [
      {
        tool: 'pack_codebase',
        arguments: { directory: '/project/src/shaping' },
        facts: [
          { text: '"totalFiles":33', ask: { pattern: 'totalFiles' } },
          { text: '21870', ask: { pattern: 'totalTokens' } },
          { text: 'outputId', ask: { pattern: 'outputId' } },
        ],
      },
      {
        tool: 'file_system_read_directory',
        arguments: { path: '/project/launcher' },
        facts: [{ text: '[FILE] main.ts' }, { text: '"directoryCount":11' }],
      },
      {
        tool: 'file_system_read_file',
        arguments: { path: '/project/src/shaping/fit-shape.ts' },
        facts: [
          { text: 'const LEAST = 48', ask: { pattern: 'LEAST' } },
          { text: '"lines":97', ask: { pattern: 'lines' } },
        ],
      },
    ],
  },
  {
    name: 'eslint',
    package: '@eslint/mcp',
    version: '0.3.13',
    command: ['src/mcp-cli.js'],
    calls: [
      {
        tool: 'lint-files',
        arguments: { filePaths: ['/project/bad.js'] },
        facts: [
          { text: 'no-const-assign', ask: { pattern: 'const-assign' } },
          { text: "'undefinedCall0' is not defined", ask: { pattern: 'undefinedCall0' } },
        ],
      },
      {
        tool: 'lint-files',
        arguments: { filePaths: ['/project/nothing.js'] },
        facts: [{ text: "No files matching '/project/nothing.js'" }],
      },
    ],
  },
  {
    name: 'fast-filesystem',
    package: 'fast-filesystem-mcp',
    version: '3.5.2',
    command: ['dist/index.js', '/project'],
    calls: [
      {
        tool: 'fast_get_directory_tree',
        arguments: { path: '/project/src', max_depth: 3 },
        facts: [{ text: 'follow-json-path.ts', ask: { pattern: 'json-path' } }],
      },
      {
        tool: 'fast_list_directory',
        arguments: { path: '/project/src/pruning' },
        facts: [{ text: 'lexical-scorer.ts', ask: { pattern: 'lexical' } }],
      },
      {
        tool: 'fast_search_code',
        arguments: { path: '/project/src', pattern: 'TextDecoder' },
        facts: [{ text: 'byte-page.ts', ask: { pattern: 'byte-page' } }],
      },
      {
        tool: 'fast_read_file',
        arguments: { path: '/project/src/shaping/limits.ts' },
        facts: [{ text: 'maxBytes: 10_240', ask: { pattern: 'maxBytes' } }],
      },
    ],
  },
];
