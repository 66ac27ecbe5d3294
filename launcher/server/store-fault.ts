import type { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { SqlError } from '../../src/storage/sql-error.ts';

/** What the store could not do, for the client: it is the user's own disk, and its message holds no content. */
export function storeFault({ message }: ArtifactError | SqlError): RpcError {
  return new RpcError(RPC.internalError, `Internal error: ${message}`);
}
