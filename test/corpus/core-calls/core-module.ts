type Fields = Readonly<Record<string, unknown>>;

export interface Pruned extends Fields {
  readonly details?: Fields & { readonly lineScores: Float32Array };
}

export interface Store {
  put(artifact: object): Promise<unknown>;
  list(options?: object): Promise<unknown>;
  usage(): Promise<unknown>;
}

/** The part of `dist/core.js` that the recording calls. */
export interface Core extends Fields {
  pruneText(request: object): Pruned;
  createEmbeddedPruner(options?: object): { prune(request: object): Promise<Pruned> };
  createSessionMemory(options?: object): { push(event: object): void; context(): object };
  createSessionStream(): { read(line: string): readonly object[]; end(rest?: string): readonly object[] } & Fields;
  createMemoryArtifactStore(options?: object): Store;
  redactingArtifacts(store: Store): Store;
  readArtifactResource(store: Store, params: unknown, options?: object): Promise<unknown>;
  listArtifactTemplates(): unknown;
  wrapResponse(data: unknown, options: object): Promise<unknown>;
  truncateResponse(data: unknown, limits?: object): unknown;
  fitLines(text: string, options: object): unknown;
  paginatedListResponse(
    items: readonly object[],
    options: object,
  ): (Fields & { readonly nextCursor?: string }) | undefined;
  scanResponse(findings: readonly object[], options: object): Promise<unknown>;
  traceResponse(trace: object, options: object): Promise<unknown>;
  createSummary(action: string, counted: object): string;
  toAction(tool: string, args: object): unknown;
  parseArtifactRef(text: string): unknown;
  formatArtifactRef(ref: object): string;
  toArtifactDomain(name: string): string;
  loadO200k(): Promise<(text: string) => number>;
}

/** Resolves to what a call returns, or the error that it throws. */
export async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    const { name, message, code, data } = error as Error & { readonly code?: unknown; readonly data?: unknown };
    return { thrown: { name, message, code, data } };
  }
}
