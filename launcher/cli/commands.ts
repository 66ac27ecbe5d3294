import { BACKUP_COMMANDS } from './backup/backup-commands.ts';
import type { Command } from './command.ts';
import { SETUP_COMMANDS } from './init/setup-commands.ts';
import { MCP_COMMANDS } from './mcp/mcp-commands.ts';

/** All commands. The one with an empty name is the MCP server. Each loads its modules only when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: '',
    usage: 'mcp-pruner [--project [DIR]] [--profile NAME]',
    summary: 'Start the MCP server on stdin and stdout.',
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
    run: async (context, given) => (await import('./stdio-command.ts')).runStdio(context, given),
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
    run: async (context, given, operands) => (await import('./run/run-command.ts')).runRun(context, given, operands),
  },
  {
    name: 'gateway',
    usage: 'mcp-pruner gateway --http PORT',
    summary: 'Serve agents over HTTP; they share the processes of equal servers.',
    options: {
      http: {
        type: 'string',
        value: 'PORT',
        help: 'Serve MCP over HTTP on 127.0.0.1 (0: any free port) to agents with the key; prints their settings.',
      },
    },
    operands: 0,
    run: async (context, given) => (await import('./gateway-command.ts')).runGateway(context, given),
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
    },
    operands: 1,
    run: async (context, given, operands) =>
      (await import('./prune/prune-command.ts')).runPrune(context, given, operands),
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
    run: async (context, given) => (await import('./stats/stats-command.ts')).runStats(context, given),
  },
  {
    name: 'serve',
    usage: 'mcp-pruner serve [--host H] [--port N] [--data DIR]',
    summary: 'Start the worker for the agents on this machine or, with keys, for a team.',
    options: {
      host: {
        type: 'string',
        value: 'H',
        help: 'Address to listen on (default 127.0.0.1); other machines need keys.',
      },
      port: { type: 'string', value: 'N', help: 'Port to listen on, 0 for any free one (default 8000).' },
      data: { type: 'string', value: 'DIR', help: 'Data folder of the worker (default ~/.mcp-pruner/worker).' },
    },
    operands: 0,
    run: async (context, given) => (await import('./serve-command.ts')).runServe(context, given),
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
    run: async (context, given, operands) =>
      (await import('./hook-command.ts')).runHookCommand(context, given, operands),
  },
  ...BACKUP_COMMANDS,
  ...MCP_COMMANDS,
];

/** Returns the command whose name matches the most leading words of `argv`; the one with an empty name if none does. */
export function toCommand(argv: readonly string[]): Command {
  const named = [argv.slice(0, 2).join(' '), argv[0] ?? ''].map((words) => COMMANDS.find(({ name }) => name === words));
  return named.find((command) => command !== undefined) ?? (COMMANDS[0] as Command);
}
