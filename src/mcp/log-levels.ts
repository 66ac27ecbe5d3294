/** Log levels of RFC 5424, section 6.2.1, under MCP's names, least severe first. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const isLogLevel = (level: unknown): level is LogLevel => (LOG_LEVELS as readonly unknown[]).includes(level);
