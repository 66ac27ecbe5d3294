import { hashSecret, randomHex } from '../../src/access/api-key.ts';

const SECRET_BYTES = 32;

/**
 * What seals the dashboard's sessions: of the administrator's secret, so that every process and isolate has the same,
 * and where there is none, of this process's own.
 */
export function createSessionSecret(adminKey: string | undefined): () => Promise<string> {
  let secret: string | undefined;
  return async () => {
    secret ??= adminKey === undefined ? randomHex(SECRET_BYTES) : await hashSecret(`mcp-pruner session\n${adminKey}`);
    return secret;
  };
}
