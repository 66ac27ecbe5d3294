/** The argument by which every tool is asked a question. */
export const FOCUS = 'context_focus_question';

/** It stands in the schema of every other server's tool: each word is paid for as often. */
export const FOCUS_SCHEMA = { type: 'string', description: 'Ask, and only the lines that answer come back.' } as const;
