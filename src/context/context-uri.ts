import { isContextId } from './context-id.ts';

/** Target of a `context://` URI. */
export type ContextPlace =
  | { readonly kind: 'segment'; readonly project: string; readonly id: string }
  | { readonly kind: 'snapshot'; readonly project: string; readonly id: string }
  | { readonly kind: 'held'; readonly project: string; readonly snapshot: string; readonly id: string };

const URI = /^context:\/\/([^/]+)\/(stash|snapshots)\/([^/]+)(?:\/([^/]+))?$/;

export function segmentUri(project: string, id: string): string {
  return `context://${project}/stash/${id}`;
}

export function snapshotUri(project: string, id: string): string {
  return `context://${project}/snapshots/${id}`;
}

/** URI of a segment inside a snapshot. */
export function heldUri(project: string, snapshot: string, id: string): string {
  return `${snapshotUri(project, snapshot)}/${id}`;
}

/** Parses a URI; undefined for anything else, however similar. Ids need no escapes, so none are decoded. */
export function parseContextUri(uri: string): ContextPlace | undefined {
  const [, project = '', folder, id = '', held] = URI.exec(uri) ?? [];
  if (!isContextId(project) || !isContextId(id)) return undefined;
  if (held !== undefined) {
    return folder === 'snapshots' && isContextId(held) ? { kind: 'held', project, snapshot: id, id: held } : undefined;
  }
  return { kind: folder === 'stash' ? 'segment' : 'snapshot', project, id };
}
