import { HOSTS } from '../../hosts/hosts.ts';
import { SETUP_HOSTS } from '../../setup/find-hosts.ts';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import type { Command, CommandOption } from '../command.ts';

const HOST_OPTIONS: Readonly<Record<string, CommandOption>> = Object.fromEntries(
  SETUP_HOSTS.map(({ name, setup: { title } }, at) => [
    name,
    { type: 'boolean', help: `Set up ${title}${at === 0 ? ' (default: all hosts that are found)' : ''}.` },
  ]),
);

const PRINTED_ONLY = HOSTS.filter(({ setup }) => setup === undefined)
  .map(({ name }) => name)
  .join(', ');

/** Commands `init` and `doctor`. */
export const SETUP_COMMANDS: readonly Command[] = [
  {
    name: 'init',
    usage: 'mcp-pruner init [--HOST…] [--on] [--project] [--dry-run] [--uninstall]',
    summary: 'Set up mcp-pruner in your installed agents, and call a tool to check.',
    options: {
      ...HOST_OPTIONS,
      project: { type: 'boolean', help: 'Write the project’s files in this folder instead of yours.' },
      'dry-run': { type: 'boolean', help: 'Show the changes as a diff, and write nothing.' },
      uninstall: {
        type: 'boolean',
        help: 'Undo everything; unchanged files are restored to the byte.',
      },
      instructions: {
        type: 'boolean',
        help: 'Also explain in the agent’s own instructions file (CLAUDE.md, AGENTS.md, GEMINI.md, …) when to ask a question.',
      },
      on: {
        type: 'boolean',
        help: 'Shorten results of the agent’s own tools (Read, Bash, Grep; in Cursor, of other MCP servers). Without it, only possible savings are measured.',
      },
      failed: {
        type: 'boolean',
        help: 'In Claude Code, also shorten the output of failed commands, with a trap in the shells of its Bash tool; not on Windows.',
      },
      allow: {
        type: 'boolean',
        help: `Let the agent call ${READ_ONLY_TOOLS.join(', ')} without asking you; never bash.`,
      },
      'no-hooks': {
        type: 'boolean',
        help: 'Add no hooks for the agent’s own tools, and remove existing ones.',
      },
      env: { type: 'string', value: 'K=V', multiple: true, help: 'Environment variable for the server.' },
      name: { type: 'string', value: 'NAME', help: 'Name of the server (default pruner).' },
      force: {
        type: 'boolean',
        help: 'Replace another server of that name, set up hosts that are not found, and write hooks for hosts of unknown version.',
      },
      print: {
        type: 'string',
        value: 'FORM',
        help: `Print the entry for a host’s file, and write nothing: a host as above, ${PRINTED_ONLY}, json or toml.`,
      },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 0,
    run: async (context, given) => (await import('./init-command.ts')).runInit(context, given),
  },
  {
    name: 'doctor',
    usage: 'mcp-pruner doctor [--servers] [--json]',
    summary: 'Check everything, and print the fix for each problem; exit code 1 if a check fails.',
    options: {
      servers: { type: 'boolean', help: 'Also connect to the other servers.' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 0,
    run: async (context, given) => (await import('../doctor/doctor-command.ts')).runDoctor(context, given),
  },
];
