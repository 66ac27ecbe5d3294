/** An object store: the part of Cloudflare's `R2Bucket` binding that we use. S3 has the same operations. */
export interface Bucket {
  put(key: string, value: Uint8Array): Promise<unknown>;
  get(
    key: string,
    options: { readonly range: { readonly offset: number; readonly length: number } },
  ): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  delete(keys: string[]): Promise<void>;
  createMultipartUpload(key: string): Promise<BucketUpload>;
}

/** A multipart upload, invisible until it is complete. */
export interface BucketUpload {
  /** `n` counts from 1. Parts have at least 5 MiB, and all but the last one the same size. */
  uploadPart(n: number, value: Uint8Array): Promise<BucketPart>;
  complete(parts: BucketPart[]): Promise<unknown>;
  abort(): Promise<void>;
}

export interface BucketPart {
  readonly partNumber: number;
  readonly etag: string;
}
