/** The part of Cloudflare's `R2Bucket` binding that we use. */
export interface R2Binding {
  put(key: string, value: Uint8Array): Promise<unknown>;
  get(
    key: string,
    options: { readonly range: { readonly offset: number; readonly length: number } },
  ): Promise<{
    arrayBuffer(): Promise<ArrayBuffer>;
  } | null>;
  delete(keys: string[]): Promise<void>;
  createMultipartUpload(key: string): Promise<R2Upload>;
}

/** A multipart upload, invisible until it is complete. */
export interface R2Upload {
  /** `n` counts from 1. Parts have at least 5 MiB, and all but the last one the same size. */
  uploadPart(n: number, value: Uint8Array): Promise<R2Part>;
  complete(parts: R2Part[]): Promise<unknown>;
  abort(): Promise<void>;
}

export interface R2Part {
  readonly partNumber: number;
  readonly etag: string;
}
