import { type Command, UsageError } from '../command.ts';

/** Commands that show stored context. */
export const CONTEXT_COMMANDS: readonly Command[] = [
  {
    name: 'context',
    usage: 'mcp-pruner context COMMAND',
    summary: 'Look at the context that the context tools store.',
    options: {},
    operands: 0,
    run: () => Promise.reject(new UsageError('cannot run "context": expected mcp-pruner context COMMAND')),
  },
  {
    name: 'context show',
    usage: 'mcp-pruner context show [PROJECT] [--tokens N] [--json]',
    summary: 'Draw a project’s working set by type and age, with the segments that could go.',
    options: {
      tokens: { type: 'string', value: 'N', help: 'Size of the context in tokens (default 200000).' },
      json: { type: 'boolean', help: 'Print one JSON object.' },
    },
    operands: 1,
    run: async (context, given, operands) => (await import('./show-command.ts')).runShow(context, given, operands),
  },
];
