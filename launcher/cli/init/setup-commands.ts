import { HOSTS } from '../../hosts/hosts.ts';
import { SETUP_HOSTS } from '../../setup/find-hosts.ts';
import type { Command, CommandOption } from '../command.ts';

const HOST_OPTIONS: Readonly<Record<string, CommandOption>> = Object.fromEntries(
  SETUP_HOSTS.map(({ name, setup: { title } }, at) => [
    name,
    { type: 'boolean', help: `Set up ${title}${at === 0 ? '; without a host those that are found' : ''}.` },
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
    summary: 'Set mcp-pruner up in the agents that are installed, and call a tool to see that it works.',
    options: {
      ...HOST_OPTIONS,
      project: { type: 'boolean', help: 'Write the files of the project in this folder, not your own.' },
      'dry-run': { type: 'boolean', help: 'Show what would change as a diff, and write nothing.' },
      uninstall: {
        type: 'boolean',
        help: 'Take it out again; files that nobody changed since are restored to the byte.',
      },
      instructions: {
        type: 'boolean',
        help: 'Also tell the agent when to ask a question, in its own instructions file (CLAUDE.md, AGENTS.md, GEMINI.md, …).',
      },
      on: {
        type: 'boolean',
        help: 'Shorten results of the agent’s own tools (Read, Bash, Grep; in Cursor, of other MCP servers) from now on; until then what it would spare is measured.',
      },
      failed: {
        type: 'boolean',
        help: 'In Claude Code, shorten the output of commands that fail too, by a trap in the shells of its Bash tool; not on Windows.',
      },
      allow: {
        type: 'boolean',
        help: 'Let the agent call read, grep and artifact without asking; never bash.',
      },
      'no-hooks': {
        type: 'boolean',
        help: 'Leave results of the agent’s own tools alone: the hooks for them are left out, or taken out.',
      },
      env: { type: 'string', value: 'K=V', multiple: true, help: 'A variable that the server gets.' },
      name: { type: 'string', value: 'NAME', help: 'The name of the server (default pruner).' },
      force: {
        type: 'boolean',
        help: 'Replace another server of that name; set up hosts that are not found; write hooks if a host does not tell its version.',
      },
      print: {
        type: 'string',
        value: 'FORM',
        help: `Print what goes into the file of a host, and write nothing: a host as above, ${PRINTED_ONLY}, json or toml.`,
      },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 0,
    run: async (context, given) => (await import('./init-command.ts')).runInit(context, given),
  },
  {
    name: 'doctor',
    usage: 'mcp-pruner doctor [--servers] [--json]',
    summary: 'Say what works and what does not, with the command that mends it; exit code 1 where something fails.',
    options: {
      servers: { type: 'boolean', help: 'Connect to the other servers too.' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 0,
    run: async (context, given) => (await import('../doctor/doctor-command.ts')).runDoctor(context, given),
  },
];
