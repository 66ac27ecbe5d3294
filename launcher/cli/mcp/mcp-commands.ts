import { HOSTS } from '../../hosts/hosts.ts';
import type { Command, CommandOption } from '../command.ts';
import { UsageError } from '../command.ts';

const COMMON: Readonly<Record<string, CommandOption>> = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'The configuration (default MCP_PRUNER_CONFIG, else ~/.mcp-pruner/mcp-config.json).',
  },
  json: { type: 'boolean', help: 'Print one JSON object.' },
};

const PROJECT: Readonly<Record<string, CommandOption>> = {
  project: { type: 'string', value: '[DIR]', bare: '.', help: 'Also those of .mcp.json in DIR (default: here).' },
};

const each = (value: string, help: string): CommandOption => ({ type: 'string', value, multiple: true, help });

/** Commands that manage the other MCP servers. */
export const MCP_COMMANDS: readonly Command[] = [
  {
    name: 'mcp',
    usage: 'mcp-pruner mcp COMMAND',
    summary: 'Look after the MCP servers that are offered through this one.',
    options: {},
    operands: 0,
    run: () => Promise.reject(new UsageError('cannot run "mcp" without a command: usage is mcp-pruner mcp COMMAND')),
  },
  {
    name: 'mcp list',
    usage: 'mcp-pruner mcp list',
    summary: 'Show the configured servers, secrets hidden.',
    options: {
      ...PROJECT,
      profile: { type: 'string', value: 'NAME', help: 'Those of this profile alone, as an agent is offered them.' },
      ...COMMON,
    },
    operands: 0,
    run: async (context, given) => (await import('./list-command.ts')).runList(context, given),
  },
  {
    name: 'mcp add',
    usage: 'mcp-pruner mcp add NAME (-- COMMAND [ARG…] | --url URL)',
    summary: 'Add a server: a program to start, or an address to call.',
    options: {
      url: { type: 'string', value: 'URL', help: 'The http or https address of a server that runs elsewhere.' },
      env: each('K=V', `A variable that the program gets; V may be \${VAR}.`),
      header: each("'K: V'", `Sent with every request to the address; V may hold \${VAR}.`),
      cwd: { type: 'string', value: 'DIR', help: 'The folder that the program starts in.' },
      allow: each('GLOB', 'Offer the tools that match alone.'),
      block: each('GLOB', 'Never offer the tools that match.'),
      timeout: {
        type: 'string',
        value: 'MS',
        help: 'Milliseconds a call may take without progress (default 1800000).',
      },
      'no-shape': { type: 'boolean', help: 'Pass long answers on whole.' },
      'no-focus': { type: 'boolean', help: 'Give its tools no context_focus_question.' },
      disabled: { type: 'boolean', help: 'Add it switched off.' },
      force: { type: 'boolean', help: 'Replace a server of that name.' },
      ...COMMON,
    },
    operands: 1,
    rest: true,
    run: async (context, given, operands, rest) =>
      (await import('./add-command.ts')).runAdd(context, given, operands, rest),
  },
  {
    name: 'mcp remove',
    usage: 'mcp-pruner mcp remove NAME',
    summary: 'Remove a server; comments and order of the file stay.',
    options: COMMON,
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./edit-command.ts')).runEdit('remove', context, given, operands),
  },
  {
    name: 'mcp enable',
    usage: 'mcp-pruner mcp enable NAME',
    summary: 'Switch a server on.',
    options: COMMON,
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./edit-command.ts')).runEdit('enable', context, given, operands),
  },
  {
    name: 'mcp disable',
    usage: 'mcp-pruner mcp disable NAME',
    summary: 'Switch a server off.',
    options: COMMON,
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./edit-command.ts')).runEdit('disable', context, given, operands),
  },
  {
    name: 'mcp status',
    usage: 'mcp-pruner mcp status',
    summary: 'Show how the servers are where an agent runs mcp-pruner now.',
    options: { json: COMMON['json'] as CommandOption },
    operands: 0,
    run: async (context, given) => (await import('./status-command.ts')).runStatus(context, given),
  },
  {
    name: 'mcp test',
    usage: 'mcp-pruner mcp test NAME',
    summary: 'Connect to a server, show what it offers and what that costs, and call a tool if asked.',
    options: {
      tool: { type: 'string', value: 'TOOL', help: 'Call this one of its tools.' },
      args: { type: 'string', value: 'JSON', help: 'The arguments of the call, an object (default {}).' },
      ...COMMON,
    },
    operands: 1,
    run: async (context, given, operands) => (await import('./test-command.ts')).runTest(context, given, operands),
  },
  {
    name: 'mcp logs',
    usage: 'mcp-pruner mcp logs NAME',
    summary: 'Show what a server printed on stderr, and what became of it, in every agent.',
    options: {
      lines: { type: 'string', value: 'N', help: 'At most so many lines, the last ones (default 100).' },
      follow: { type: 'boolean', short: 'f', help: 'Go on with what comes, until stopped.' },
      ...PROJECT,
      config: COMMON['config'] as CommandOption,
    },
    operands: 1,
    run: async (context, given, operands) => (await import('./logs-command.ts')).runLogs(context, given, operands),
  },
  {
    name: 'mcp restart',
    usage: 'mcp-pruner mcp restart NAME',
    summary: 'Start a server anew in every agent that runs mcp-pruner now.',
    options: { ...PROJECT, ...COMMON },
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./restart-command.ts')).runRestart(context, given, operands),
  },
  {
    name: 'mcp approve',
    usage: 'mcp-pruner mcp approve [NAME]',
    summary: 'Show the tools that are held back, with what has changed; of a server that is named, approve them.',
    options: {
      tool: { type: 'string', value: 'TOOL', help: 'This one of its tools alone.' },
      ...PROJECT,
      ...COMMON,
    },
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./approve-command.ts')).runApprove(context, given, operands),
  },
  {
    name: 'mcp auth',
    usage: 'mcp-pruner mcp auth NAME',
    summary: 'Sign in to a server: prints the page to open, and waits until you are back.',
    options: {
      forget: {
        type: 'boolean',
        help: 'Forget the stored tokens and our registration first, as if it were the first time.',
      },
      ...COMMON,
    },
    operands: 1,
    run: async (context, given, operands) => (await import('./auth-command.ts')).runAuth(context, given, operands),
  },
  {
    name: 'mcp import',
    usage: 'mcp-pruner mcp import [NAME…]',
    summary: 'Show the servers that other hosts have configured, and add those named.',
    options: {
      all: { type: 'boolean', help: 'Add every one whose name is free.' },
      from: each('HOST', `Look at this host alone: ${HOSTS.map(({ name }) => name).join(', ')}.`),
      'dry-run': { type: 'boolean', help: 'Say what would be added, and add nothing.' },
      ...COMMON,
    },
    operands: Number.POSITIVE_INFINITY,
    run: async (context, given, operands) => (await import('./import-command.ts')).runImport(context, given, operands),
  },
];
