import type { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { SqlError } from '../../../src/storage/sql-error.ts';

/** Converts a storage error to an error for the client. The message contains nothing from artifacts. */
export function storeFault({ message }: ArtifactError | SqlError): RpcError {
  return new RpcError(RPC.internalError, `Internal error: ${message}`);
}
