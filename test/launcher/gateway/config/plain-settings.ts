/** What a server has whose entry says nothing but how it is started or reached. */
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
