declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    readonly path: string;
    // biome-ignore lint/suspicious/noExplicitAny: the package has no types
    body: any;
  }

  /** What the tests use of the package, which has no types. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown;
  }
}
