import { HOSTS } from '../../hosts/hosts.ts';
import type { Command, CommandOption } from '../command.ts';
import { UsageError } from '../command.ts';

const COMMON: Readonly<Record<string, CommandOption>> = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'Configuration file (default MCP_PRUNER_CONFIG, else ~/.mcp-pruner/mcp-config.json).',
  },
  json: { type: 'boolean', help: 'Print one JSON object.' },
};

const PROJECT: Readonly<Record<string, CommandOption>> = {
  project: {
    type: 'string',
    value: '[DIR]',
    bare: '.',
    help: 'Include the servers of .mcp.json in DIR (default: here).',
  },
};

const each = (value: string, help: string): CommandOption => ({ type: 'string', value, multiple: true, help });

const EDITS = [
  ['remove', 'Remove a server; the file’s comments and order stay.'],
  ['enable', 'Enable a server.'],
  ['disable', 'Disable a server.'],
] as const;

/** Commands that manage the other MCP servers. */
export const MCP_COMMANDS: readonly Command[] = [
  {
    name: 'mcp',
    usage: 'mcp-pruner mcp COMMAND',
    summary: 'Manage the MCP servers that agents get through mcp-pruner.',
    options: {},
    operands: 0,
    load: () => Promise.reject(new UsageError('cannot run "mcp": expected mcp-pruner mcp COMMAND')),
  },
  {
    name: 'mcp list',
    usage: 'mcp-pruner mcp list',
    summary: 'List the configured servers, without secrets.',
    options: {
      ...PROJECT,
      profile: { type: 'string', value: 'NAME', help: 'Only list what an agent with this profile gets.' },
      ...COMMON,
    },
    operands: 0,
    load: async () => (await import('./list-command.ts')).runList,
  },
  {
    name: 'mcp add',
    usage: 'mcp-pruner mcp add NAME (-- COMMAND [ARG…] | --url URL)',
    summary: 'Add a server: a program or a URL.',
    options: {
      url: { type: 'string', value: 'URL', help: 'URL of a server, http or https.' },
      env: each('K=V', `Environment variable for the program; V may be \${VAR}.`),
      header: each("'K: V'", `Header for every request to the URL; V may contain \${VAR}.`),
      cwd: { type: 'string', value: 'DIR', help: 'Folder in which the program starts.' },
      allow: each('GLOB', 'Only offer matching tools.'),
      block: each('GLOB', 'Never offer matching tools.'),
      timeout: { type: 'string', value: 'MS', help: 'Max milliseconds of a call without progress (default 1800000).' },
      'no-shape': { type: 'boolean', help: 'Never shorten long answers.' },
      'no-focus': { type: 'boolean', help: 'Add no context_focus_question to its tools.' },
      disabled: { type: 'boolean', help: 'Add it disabled.' },
      force: { type: 'boolean', help: 'Replace a server of that name.' },
      ...COMMON,
    },
    operands: 1,
    rest: true,
    load: async () => (await import('./add-command.ts')).runAdd,
  },
  ...EDITS.map(
    ([kind, summary]): Command => ({
      ...{ name: `mcp ${kind}`, usage: `mcp-pruner mcp ${kind} NAME`, summary, options: COMMON, operands: 1 },
      load: async () => (await import('./edit-command.ts')).runEdit.bind(null, kind),
    }),
  ),
  {
    name: 'mcp status',
    usage: 'mcp-pruner mcp status',
    summary: 'Show the state of the servers in all running agents.',
    options: { json: COMMON['json'] as CommandOption },
    operands: 0,
    load: async () => (await import('./status-command.ts')).runStatus,
  },
  {
    name: 'mcp test',
    usage: 'mcp-pruner mcp test NAME',
    summary: 'Connect to a server, list its tools and their cost in tokens, and optionally call a tool.',
    options: {
      tool: { type: 'string', value: 'TOOL', help: 'Tool to call.' },
      args: { type: 'string', value: 'JSON', help: 'Arguments of the call, a JSON object (default {}).' },
      ...COMMON,
    },
    operands: 1,
    load: async () => (await import('./test-command.ts')).runTest,
  },
  {
    name: 'mcp logs',
    usage: 'mcp-pruner mcp logs NAME',
    summary: 'Show a server’s stderr output and its connections, from all agents.',
    options: {
      lines: { type: 'string', value: 'N', help: 'Number of last lines to show (default 100).' },
      follow: { type: 'boolean', short: 'f', help: 'Follow the log until stopped.' },
      ...PROJECT,
      config: COMMON['config'] as CommandOption,
    },
    operands: 1,
    load: async () => (await import('./logs-command.ts')).runLogs,
  },
  {
    name: 'mcp restart',
    usage: 'mcp-pruner mcp restart NAME',
    summary: 'Restart a server in all running agents.',
    options: { ...PROJECT, ...COMMON },
    operands: 1,
    load: async () => (await import('./restart-command.ts')).runRestart,
  },
  {
    name: 'mcp approve',
    usage: 'mcp-pruner mcp approve [NAME]',
    summary: 'Show the tools that are held back and their changes; with NAME, approve them.',
    options: { tool: { type: 'string', value: 'TOOL', help: 'Only approve this tool.' }, ...PROJECT, ...COMMON },
    operands: 1,
    load: async () => (await import('./approve-command.ts')).runApprove,
  },
  {
    name: 'mcp auth',
    usage: 'mcp-pruner mcp auth NAME',
    summary: 'Sign in to a server: prints the page to open, and waits until you have signed in.',
    options: { forget: { type: 'boolean', help: 'Delete the stored tokens and the registration first.' }, ...COMMON },
    operands: 1,
    load: async () => (await import('./auth-command.ts')).runAuth,
  },
  {
    name: 'mcp import',
    usage: 'mcp-pruner mcp import [NAME…]',
    summary: 'List the servers of other hosts, and add the named ones.',
    options: {
      all: { type: 'boolean', help: 'Add all servers with a free name.' },
      from: each('HOST', `Only look at this host: ${HOSTS.map(({ name }) => name).join(', ')}.`),
      'dry-run': { type: 'boolean', help: 'Show what would be added, and add nothing.' },
      ...COMMON,
    },
    operands: Number.POSITIVE_INFINITY,
    load: async () => (await import('./import-command.ts')).runImport,
  },
];
