import path from 'node:path';
import { NODE, ROOT } from '../installed.ts';

/** An everyday task of an agent, with the question that it wants answered. */
export interface Task {
  /** Name for tables. */
  readonly name: string;
  /** The command for a host's own shell tool. */
  readonly command: string;
  /** The file for a host's own read tool, if the host has one. */
  readonly file?: string;
  /** The call of our tool. */
  readonly ours: { readonly tool: 'read' | 'bash' | 'grep'; readonly input: Readonly<Record<string, unknown>> };
  readonly question: string;
  /** The same as a user puts it, and what an agent says before its call: neither names what is looked for. */
  readonly job: {
    readonly asked: string;
    readonly said: string;
    /** What the agent searches the whole for if its answer is not there. */
    readonly word: string;
  };
  /** Verbatim parts of the output that the answer needs. */
  readonly facts: readonly string[];
}

const file = (name: string): Pick<Task, 'command' | 'file' | 'ours'> => ({
  ...{ command: `cat ${name}`, file: name, ours: { tool: 'read', input: { file_path: name } } },
});
/** Sets PATH in the command, because a login shell, such as that of our `bash`, sets its own. */
const shell = (words: string): Pick<Task, 'command' | 'ours'> => {
  const command = `export PATH=${path.dirname(NODE)}:$PATH; ${words}`;
  return { command, ours: { tool: 'bash', input: { command } } };
};

/** Tasks in the folder of `makeTaskProject`. The questions were written before anyone saw what the answers keep. */
export const TASKS: readonly Task[] = [
  {
    name: 'read a file of 1,266 lines for one function',
    ...file('checks.ts'),
    question: 'What happens to integers that are too large to be safe?',
    job: {
      asked: 'Large ids get through our validation although they should not.',
      said: 'Let me look at the checks.',
      word: 'safe',
    },
    facts: ['Number.isSafeInteger(input)', 'Integers must be within the safe integer range.'],
  },
  {
    name: 'run 69 tests, one fails',
    ...shell('node --test --test-reporter=spec duration/duration.test.mjs 2>&1 | cat'),
    question: 'Which test fails, and what was expected in place of what?',
    job: { asked: 'CI is red.', said: 'Let me run the tests.', word: 'not ok|✖|fail' },
    facts: ['turns 1 weeks into seconds', '518400 !== 604800'],
  },
  {
    name: 'grep with more than 300 hits',
    command: "grep -rn 'eaders' hono",
    ours: { tool: 'grep', input: { pattern: 'eaders', path: 'hono' } },
    question: 'Where does the proxy helper delete the content-encoding header of a response?',
    job: {
      asked: 'Responses that went through our proxy cannot be read.',
      said: 'Let me see where headers are handled.',
      word: 'encoding',
    },
    facts: ['proxy/index.js', 'resHeaders.delete("content-encoding")'],
  },
  {
    name: 'an npm install log',
    ...shell(
      '(cd app && npm install --dry-run --loglevel silly --no-audit --no-fund --no-update-notifier --offline --install-links=true) 2>&1',
    ),
    question: 'Which package wants another version of Node than there is?',
    job: { asked: 'The release stops at the installation.', said: 'Let me install it.', word: 'warn' },
    facts: ["package: 'part-17@1.0.0'", "required: { node: '>=99' }"],
  },
  {
    name: 'type errors in 40 files, one of another kind',
    ...shell(
      `node ${ROOT}node_modules/typescript/bin/tsc --noEmit --strict --allowImportingTsExtensions shop/*.ts 2>&1 | cat`,
    ),
    question: 'Where may customer be undefined?',
    job: { asked: 'The build is broken since this morning.', said: 'Let me check the types.', word: 'undefined' },
    facts: ['shop/report-23.ts', "'order.customer' is possibly 'undefined'"],
  },
  {
    name: 'a git log with files',
    ...shell(`git -C ${ROOT} log --stat --no-color be25ff0..7d99e7b`),
    question: 'Which commit made Deno’s worker end after SIGTERM although a body never ends, and what did it touch?',
    job: {
      asked: 'The worker hung after SIGTERM on Deno. Was that ever mended?',
      said: 'Let me look at the history.',
      word: 'SIGTERM',
    },
    facts: ['End Deno', '7d99e7b'],
  },
  {
    name: 'a package.json of 714 lines',
    ...file('hono.json'),
    question: 'Which file has the types of hono/jwt?',
    job: { asked: 'The editor finds no types for hono/jwt.', said: 'Let me look at the package.', word: 'jwt' },
    facts: ['./dist/types/middleware/jwt/index.d.ts'],
  },
  {
    name: 'a README of 957 lines',
    ...file('miniflare.md'),
    question: 'How do I serve over HTTPS with a certificate of my own?',
    job: { asked: 'We need HTTPS on our own machines.', said: 'Let me read the manual.', word: 'https' },
    facts: ['httpsKeyPath', 'httpsCertPath'],
  },
  {
    name: 'the help of a command, 444 lines',
    ...shell('node --help'),
    question: 'Which option keeps what is on the terminal when watch mode restarts the program?',
    job: { asked: 'Watch mode clears my terminal each time.', said: 'Let me see the options.', word: 'watch' },
    facts: ['--watch-preserve-output'],
  },
  {
    name: 'a log of 180 events, one call ran out of time',
    ...shell('cat events.log'),
    question: 'Which call timed out, and after how long?',
    job: { asked: 'Yesterday something hung for a while.', said: 'Let me look at the log.', word: 'time' },
    facts: ['"event":"tool.exec_timeout"', '"timeout_ms":100'],
  },
];
