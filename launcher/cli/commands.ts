import { BACKUP_COMMANDS } from './backup/backup-commands.ts';
import type { Command } from './command.ts';
import { CONTEXT_COMMANDS } from './context/context-commands.ts';
import { SETUP_COMMANDS } from './init/setup-commands.ts';
import { MCP_COMMANDS } from './mcp/mcp-commands.ts';

/** All commands. The one with an empty name is the MCP server. Each loads its modules only when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: '',
    usage: 'mcp-pruner [--project [DIR]] [--profile NAME]',
    summary: 'Start the MCP server on stdin and stdout; configured by the environment.',
    options: {
      project: {
        type: 'string',
        value: '[DIR]',
        bare: '.',
        help: 'Offer the servers of DIR/.mcp.json too (default: the root), beside your own.',
      },
      profile: {
        type: 'string',
        value: 'NAME',
        help: 'Offer the servers and tools of this profile alone (default MCP_PRUNER_PROFILE, else that of the configuration).',
      },
    },
    operands: 0,
    run: async (context, given) => (await import('./stdio-command.ts')).runStdio(context, given),
  },
  ...SETUP_COMMANDS,
  {
    name: 'run',
    usage: 'mcp-pruner run --provider claude|codex [--model M] [--allow-bash] [--json] PROMPT',
    summary:
      'Run an agent once with the tools: its answer goes to stdout, how it comes to it and what was saved to stderr.',
    options: {
      provider: { type: 'string', value: 'NAME', help: 'claude (the Claude Agent SDK) or codex; required.' },
      model: { type: 'string', value: 'M', help: 'The model (default: the provider’s choice).' },
      'allow-bash': { type: 'boolean', help: 'Let the agent call bash, which is not confined; nobody asks you.' },
      json: { type: 'boolean', help: 'Print events instead, one JSON object a line.' },
    },
    operands: 1,
    run: async (context, given, operands) => (await import('./run/run-command.ts')).runRun(context, given, operands),
  },
  {
    name: 'gateway',
    usage: 'mcp-pruner gateway [--idle SECONDS | --http PORT]',
    summary:
      'Run the servers with "shared": true, once for all agents; agents start it by themselves. Or serve agents that speak HTTP.',
    options: {
      idle: { type: 'string', value: 'SECONDS', help: 'End when no agent has needed it for so long (default 60).' },
      http: {
        type: 'string',
        value: 'PORT',
        help: 'Serve MCP over HTTP on 127.0.0.1, 0 for any free port, to agents that have the key; prints how.',
      },
    },
    operands: 0,
    run: async (context, given) =>
      given['http'] === undefined
        ? (await import('./gateway-command.ts')).runGateway(context, given)
        : (await import('./gateway-http-command.ts')).runGatewayHttp(context, given),
  },
  {
    name: 'prune',
    usage: 'mcp-pruner prune -q QUESTION [FILE]',
    summary:
      'Print the lines of FILE (or stdin) that answer the question. Inputs over 16 MiB pass through unchanged; with --json they are an error.',
    options: {
      question: { type: 'string', short: 'q', value: 'QUESTION', help: 'What you want to know; required.' },
      ratio: { type: 'string', value: 'R', help: 'Keep at most this share of the tokens, above 0 and up to 1.' },
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
    summary:
      'Show the tokens saved by day, tool and project, less what that cost; what is stored, and what other servers were called for.',
    options: {
      days: { type: 'string', value: 'N', help: 'Days to look back, today included (default 30).' },
      project: { type: 'string', value: 'DIR', help: 'Of that root alone.' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
      csv: { type: 'boolean', help: 'Print the tokens by day, project and tool as CSV.' },
    },
    operands: 0,
    run: async (context, given) => (await import('./stats/stats-command.ts')).runStats(context, given),
  },
  {
    name: 'eval',
    usage: 'mcp-pruner eval [--sessions] [PATH…] [--since DATE] [--tool NAME] [--limit N] [--misses | --json]',
    summary:
      'Try pruning on your agents’ recorded sessions: how much it would have saved, and how often it keeps the lines that an agent then used.',
    options: {
      sessions: {
        type: 'boolean',
        help: 'Read recorded sessions, which is the default: yours of Claude Code, Codex, GitHub Copilot CLI, opencode and Gemini CLI, or those in the files, folders and git repositories that you name. Nothing leaves this machine.',
      },
      since: { type: 'string', value: 'DATE', help: 'Sessions since then, as 2026-10-31 or 30d.' },
      tool: {
        type: 'string',
        value: 'NAME',
        help: 'Results of this tool alone: read, search, command, other, or as the agent names it.',
      },
      limit: { type: 'string', value: 'N', help: 'At most so many sessions, the latest (default 200).' },
      misses: { type: 'boolean', help: 'Also show what was missed, the worst first.' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 1000,
    run: async (context, given, operands) =>
      (await import('./eval/eval-sessions.ts')).runEvalSessions(context, given, operands),
  },
  {
    name: 'serve',
    usage: 'mcp-pruner serve [--host H] [--port N] [--data DIR]',
    summary: 'Serve the worker, for every agent on this machine or, with keys, for a team.',
    options: {
      host: {
        type: 'string',
        value: 'H',
        help: 'Address to listen on (default 127.0.0.1); beyond loopback only with keys.',
      },
      port: { type: 'string', value: 'N', help: 'Port to listen on, 0 for any free one (default 8000).' },
      data: { type: 'string', value: 'DIR', help: 'Folder for what the worker stores (default ~/.mcp-pruner/worker).' },
    },
    operands: 0,
    run: async (context, given) => (await import('./serve-command.ts')).runServe(context, given),
  },
  {
    name: 'hook',
    usage: 'mcp-pruner hook HOST [--alone]',
    summary:
      'Answer a hook of an agent from stdin through the server that runs for it; `init` sets it up. What goes wrong prints nothing, and the result stays as it is.',
    options: {
      alone: {
        type: 'boolean',
        help: 'If no server runs, shorten the result in this process (MCP_PRUNER_HOOKS=on), and keep the whole in a file in the temporary folder for a day.',
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
  ...CONTEXT_COMMANDS,
];

/** Returns the command whose name matches the most leading words of `argv`; the one with an empty name if none does. */
export function commandOf(argv: readonly string[]): Command {
  const named = [argv.slice(0, 2).join(' '), argv[0] ?? ''].map((words) => COMMANDS.find(({ name }) => name === words));
  return named.find((command) => command !== undefined) ?? (COMMANDS[0] as Command);
}
