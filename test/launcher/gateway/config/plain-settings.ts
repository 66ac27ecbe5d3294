/** Settings of a server whose entry only says how to start or reach it. */
export const PLAIN_SETTINGS = {
  enabled: true,
  allowedTools: ['*'],
  blockedTools: [],
  autoReconnect: true,
  timeout: 1_800_000,
  connectTimeout: 60_000,
  shape: true,
  focus: true,
} as const;
