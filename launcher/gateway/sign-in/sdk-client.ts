/**
 * Parts of the SDK that connections load when the first one is opened. Naming them removes 23 kB of unused code from
 * the bundle.
 */
export {
  extractWWWAuthenticateParams,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
