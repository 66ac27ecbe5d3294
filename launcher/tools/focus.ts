/** Name of the argument that carries the question, in every tool. */
export const FOCUS = 'context_focus_question';

/** Schema of the argument. It is short because it is part of every proxied tool's definition, which costs tokens. */
export const FOCUS_SCHEMA = { type: 'string', description: 'Ask, and only the lines that answer come back.' } as const;
