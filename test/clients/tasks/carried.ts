import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { ModelRequest } from '../../support/scripted-model/loopback.ts';
import { claudeUser } from '../claude-user.ts';
import { codexUser } from '../codex-user.ts';
import { copilotUser } from '../copilot-user.ts';
import { geminiUser } from '../gemini-user.ts';
import type { HostUser } from '../host-user.ts';
import { opencodeUser } from '../opencode-user.ts';

/** Tokens (o200k) that mcp-pruner adds to each request of a host. */
export interface Carried {
  readonly host: string;
  /** Tokens after `init`, and if it lists all tools. */
  readonly tokens: { readonly usual: number; readonly all: number };
}

interface Measured {
  /** Name of the option of `init`. */
  readonly host: string;
  user(home: string): HostUser;
  /** Begins a session without a call, and returns all requests to its model. */
  talk(user: HostUser): Promise<readonly ModelRequest[]>;
}

/** The user has a key and no sign-in. */
const GEMINI = '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n';
const ALL_TOOLS = 'MCP_PRUNER_TOOLS=all';
const PROMPT = 'Say that you are done.';

function measured<User extends HostUser>(
  host: string,
  user: (home: string) => User,
  talk: (user: User) => Promise<readonly ModelRequest[]>,
): Measured {
  return { host, user, talk: (one) => talk(one as User) };
}

const HOSTS: readonly Measured[] = [
  measured(
    'claude-code',
    (home) => claudeUser(home, '{}\n'),
    (user) => user.talk(PROMPT, []),
  ),
  measured(
    'codex',
    (home) => codexUser(home),
    (user) => user.talk(PROMPT, []),
  ),
  measured(
    'copilot',
    (home) => copilotUser(home, '{}\n'),
    (user) => user.talk(PROMPT, []),
  ),
  measured(
    'gemini',
    (home) => geminiUser(home, GEMINI),
    (user) => user.requests(PROMPT, [], '--yolo'),
  ),
  measured(
    'opencode',
    (home) => opencodeUser(home, '{}\n'),
    (user) => user.talk(PROMPT, []),
  ),
];

/** Starts each host without mcp-pruner, after `init`, and with all tools, and compares the requests to its model. */
export async function measureCarried(
  folder: string,
  hosts: readonly string[] = HOSTS.map(({ host }) => host),
): Promise<readonly Carried[]> {
  const count = await loadO200k();
  const tokensOf = async ({ host, user, talk }: Measured, way: string, ...init: readonly string[]): Promise<number> => {
    const one = user(path.join(folder, `${host}-${way}`));
    if (init.length > 0) await one.pruner('init', `--${host}`, ...init.slice(1));
    const sizes = (await talk(one)).map(({ body }) => count(JSON.stringify({ ...body, metadata: undefined })));
    return Math.max(...sizes);
  };
  const found: Carried[] = [];
  for (const one of HOSTS.filter(({ host }) => hosts.includes(host))) {
    const without = await tokensOf(one, 'without');
    const usual = await tokensOf(one, 'usual', 'init');
    const all = await tokensOf(one, 'all', 'init', '--env', ALL_TOOLS);
    found.push({ host: one.host, tokens: { usual: usual - without, all: all - without } });
  }
  return found;
}

/** The table of docs/savings.md. */
export function toCarriedTable(carried: readonly Carried[]): string {
  const number = new Intl.NumberFormat('en');
  const rows = carried.map(({ host, tokens }) => [host, number.format(tokens.usual), number.format(tokens.all)]);
  return [['Host', '`init`', `\`init --env ${ALL_TOOLS}\``], ['---', '--:', '--:'], ...rows]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

/** `node test/clients/tasks/carried.ts [HOST…]`: measures, and prints the table. */
if (import.meta.main) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-carried-')));
  const hosts = process.argv.slice(2);
  try {
    process.stdout.write(`${toCarriedTable(await measureCarried(folder, hosts.length === 0 ? undefined : hosts))}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
