import { type Command, UsageError } from '../command.ts';

/** Commands that show stored context. */
export const CONTEXT_COMMANDS: readonly Command[] = [
  {
    name: 'context',
    usage: 'mcp-pruner context COMMAND',
    summary: 'Look at what the context tools keep.',
    options: {},
    operands: 0,
    run: () =>
      Promise.reject(new UsageError('cannot run "context" without a command: usage is mcp-pruner context COMMAND')),
  },
  {
    name: 'context show',
    usage: 'mcp-pruner context show [PROJECT] [--tokens N] [--json]',
    summary: 'Draw a project’s working set: its size by type and age, what would go, and what is kept.',
    options: {
      tokens: { type: 'string', value: 'N', help: 'Tokens that the context holds (default 200000).' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 1,
    run: async (context, given, operands) => (await import('./show-command.ts')).runShow(context, given, operands),
  },
];
