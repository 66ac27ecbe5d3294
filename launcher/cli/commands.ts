import { HOSTS } from '../hosts/hosts.ts';
import { SETUP_HOSTS } from '../setup/find-hosts.ts';
import { READ_ONLY_TOOLS } from '../tools/catalog.ts';
import type { Command, CommandOption } from './command.ts';
import { MCP_COMMANDS } from './mcp/mcp-commands.ts';

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
const SETUP_COMMANDS: readonly Command[] = [
  {
    name: 'init',
    usage: 'mcp-pruner init [--HOST…] [--on] [--project] [--dry-run] [--uninstall]',
    summary: 'Set up mcp-pruner in your installed agents, and call a tool to check.',
    options: {
      ...HOST_OPTIONS,
      project: { type: 'boolean', help: 'Write the project’s files in this folder instead of yours.' },
      'dry-run': { type: 'boolean', help: 'Show the changes as a diff, and write nothing.' },
      uninstall: { type: 'boolean', help: 'Undo everything; unchanged files are restored to the byte.' },
      instructions: {
        type: 'boolean',
        help: 'Also explain in the agent’s own instructions file (CLAUDE.md, AGENTS.md, GEMINI.md, …) when to ask a question.',
      },
      on: {
        type: 'boolean',
        help: 'Shorten results of the agent’s own tools (Read, Bash, Grep; in Cursor, of other MCP servers). Without it, only possible savings are measured.',
      },
      allow: {
        type: 'boolean',
        help: `Let the agent call ${READ_ONLY_TOOLS.join(', ')} without asking you; never bash.`,
      },
      'no-hooks': { type: 'boolean', help: 'Add no hooks for the agent’s own tools, and remove existing ones.' },
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
    load: async () => {
      const { runInit } = await import('./init/init-command.ts');
      return (context, given) => runInit(context, given);
    },
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
    load: async () => {
      const { runDoctor } = await import('./doctor/doctor-command.ts');
      return (context, given) => runDoctor(context, given);
    },
  },
];

const data = { type: 'string', value: 'DIR', help: 'Data folder of serve (default ~/.mcp-pruner/worker).' } as const;

const place = { type: 'string', value: 'PLACE', help: 'A data folder of serve, or a postgres:// URL.' } as const;

/** Commands that back up, restore and move a worker's data. */
const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    usage: 'mcp-pruner backup [--data DIR] [--force] FILE',
    summary:
      'Copy the worker’s data into FILE and check the copy; works while the worker runs. `s3:NAME` is in the bucket of PRUNER_ARTIFACTS_URL.',
    options: { data, force: { type: 'boolean', help: 'Replace an existing FILE.' } },
    operands: 1,
    load: async () => (await import('./backup/backup-command.ts')).runBackup,
  },
  {
    name: 'restore',
    usage: 'mcp-pruner restore [--data DIR] [--force] FILE',
    summary: 'Check the backup FILE (or s3:NAME) and restore the worker’s data from it; stop the worker first.',
    options: { data, force: { type: 'boolean', help: 'Rename the current data and replace it.' } },
    operands: 1,
    load: async () => (await import('./backup/restore-command.ts')).runRestore,
  },
  {
    name: 'migrate',
    usage: 'mcp-pruner migrate [--from PLACE] [--to PLACE]',
    summary:
      'Copy the worker’s data from SQLite into PostgreSQL, or back; stop the worker first. Without --from, only bring the tables of PostgreSQL up to date.',
    options: { from: place, to: { ...place, help: `${place.help} Default: PRUNER_DATABASE_URL.` } },
    operands: 0,
    load: async () => (await import('./backup/migrate-command.ts')).runMigrate,
  },
];

/** All commands. The one with an empty name is the MCP server. Each loads its modules only when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: '',
    usage: 'mcp-pruner [--project [DIR]] [--profile NAME]',
    summary: 'Start the MCP server on stdin and stdout.',
    isServer: true,
    options: {
      project: {
        type: 'string',
        value: '[DIR]',
        bare: '.',
        help: 'Also offer the servers of DIR/.mcp.json (default: the root).',
      },
      profile: {
        type: 'string',
        value: 'NAME',
        help: 'Only offer the servers and tools of this profile (default MCP_PRUNER_PROFILE, else the configured one).',
      },
    },
    operands: 0,
    load: async () => (await import('./stdio-command.ts')).runStdio,
  },
  ...SETUP_COMMANDS,
  {
    name: 'run',
    usage: 'mcp-pruner run --provider claude|codex [--model M] [--allow-bash] [--json] PROMPT',
    summary: 'Run an agent once with the tools; its answer goes to stdout, its calls and the savings go to stderr.',
    options: {
      provider: { type: 'string', value: 'NAME', help: 'claude (the Claude Agent SDK) or codex; required.' },
      model: { type: 'string', value: 'M', help: 'Model to use (default: the provider’s choice).' },
      'allow-bash': {
        type: 'boolean',
        help: 'Let the agent call bash without asking you; bash is not confined to the root.',
      },
      json: { type: 'boolean', help: 'Print events, one JSON object per line.' },
    },
    operands: 1,
    load: async () => (await import('./run/run-command.ts')).runRun,
  },
  {
    name: 'gateway',
    usage: 'mcp-pruner gateway --http PORT',
    summary: 'Serve agents over HTTP; they share the processes of equal servers.',
    isServer: true,
    options: {
      http: {
        type: 'string',
        value: 'PORT',
        help: 'Serve MCP over HTTP on 127.0.0.1 (0: any free port) to agents with the key; prints their settings.',
      },
    },
    operands: 0,
    load: async () => (await import('./gateway-command.ts')).runGateway,
  },
  {
    name: 'prune',
    usage: 'mcp-pruner prune -q QUESTION [FILE]',
    summary:
      'Print the lines of FILE (or stdin) that answer the question. Inputs over 16 MiB pass through unchanged; with --json they are an error.',
    options: {
      question: { type: 'string', short: 'q', value: 'QUESTION', help: 'Question to answer; required.' },
      ratio: { type: 'string', value: 'R', help: 'Max share of the tokens to keep, above 0 and up to 1.' },
      'max-tokens': { type: 'string', value: 'N', help: 'Keep at most this many tokens.' },
      threshold: { type: 'string', value: 'T', help: 'Keep lines that score at least this, 0 to 1 (default 0.5).' },
      json: { type: 'boolean', help: 'Print one JSON object: text, kept lines, kind, tokens.' },
      strict: { type: 'boolean', help: 'Exit with 3 if the input is too large to prune.' },
    },
    operands: 1,
    load: async () => (await import('./prune/prune-command.ts')).runPrune,
  },
  {
    name: 'discover',
    usage: 'mcp-pruner discover [--days N] [--json]',
    summary:
      'Show what your agents’ recorded sessions cost by host and model, and what shortening and another prompt cache would have changed. Reads on this machine only, for at most ten seconds.',
    options: {
      days: { type: 'string', value: 'N', help: 'Days to look back (default 30).' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 0,
    load: async () => (await import('./discover/discover-command.ts')).runDiscover,
  },
  {
    name: 'stats',
    usage: 'mcp-pruner stats [--days N] [--project DIR] [--json | --csv]',
    summary: 'Show net savings by day, tool and project, stored artifacts, and calls of other servers.',
    options: {
      days: { type: 'string', value: 'N', help: 'Days to count, including today (default 30).' },
      project: { type: 'string', value: 'DIR', help: 'Only count this root.' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
      csv: { type: 'boolean', help: 'Print tokens by day, project and tool as CSV.' },
    },
    operands: 0,
    load: async () => (await import('./stats/stats-command.ts')).runStats,
  },
  {
    name: 'serve',
    usage: 'mcp-pruner serve [--host H] [--port N] [--data DIR] [--accept-damage]',
    summary: 'Start the worker for the agents on this machine or, with keys, for a team.',
    isServer: true,
    options: {
      host: { type: 'string', value: 'H', help: 'Address to listen on (default 127.0.0.1); other machines need keys.' },
      port: { type: 'string', value: 'N', help: 'Port to listen on, 0 for any free one (default 8000).' },
      data: { type: 'string', value: 'DIR', help: 'Data folder of the worker (default ~/.mcp-pruner/worker).' },
      'accept-damage': { type: 'boolean', help: 'Start with a damaged database file, and use what can be read.' },
    },
    operands: 0,
    load: async () => (await import('./serve-command.ts')).runServe,
  },
  {
    name: 'hook',
    usage: 'mcp-pruner hook HOST [--alone]',
    summary:
      'Answer a host’s hook (set up by `init`): reads it from stdin and asks the running server. On any fault it prints nothing, and the result stays unchanged.',
    options: {
      alone: {
        type: 'boolean',
        help: 'Without a server, shorten the result in this process (MCP_PRUNER_HOOKS=on), and keep the whole text in the temporary folder for a day.',
      },
    },
    operands: 1,
    // Some hosts take exit code 2 to mean that the call must be blocked.
    usageExitCode: 1,
    load: async () => (await import('./hook-command.ts')).runHookCommand,
  },
  {
    name: 'completion',
    usage: 'mcp-pruner completion bash|zsh|fish',
    summary: 'Print a script with which the shell completes commands and options.',
    options: {},
    operands: 1,
    load: async () => {
      const { runCompletion } = await import('./completion/completion-command.ts');
      return async (context, _, [shell = '']) => runCompletion(COMMANDS, context, shell);
    },
  },
  ...BACKUP_COMMANDS,
  ...MCP_COMMANDS,
];

/** Returns the command whose name matches the most leading words of `argv`; the one with an empty name if none does. */
export function toCommand(argv: readonly string[]): Command {
  const named = [argv.slice(0, 2).join(' '), argv[0] ?? ''].map((words) => COMMANDS.find(({ name }) => name === words));
  return named.find((command) => command !== undefined) ?? (COMMANDS[0] as Command);
}
