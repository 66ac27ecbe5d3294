import { FixtureError } from './conformance-call.ts';
import { PNG } from './conformance-media.ts';

interface Content {
  /** Required by the SDK's type. */
  readonly [key: string]: unknown;
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

export const RESOURCES = [
  { uri: 'test://static-text', name: 'Static text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Static binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', description: 'To subscribe to', mimeType: 'text/plain' },
] as const;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Data by id',
    description: 'The data of an id',
    mimeType: 'application/json',
  },
] as const;

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

/** Returns a resource's content. Throws if there is no such resource. */
export function readResource(uri: string): Content | (Omit<Content, 'text'> & { readonly blob: string }) {
  const [, id] = TEMPLATE.exec(uri) ?? [];
  if (id !== undefined)
    return { uri, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data of ${id}` }) };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  if (uri === 'test://static-text') return { uri, mimeType: 'text/plain', text: 'The static text.' };
  if (uri === 'test://watched-resource') return { uri, mimeType: 'text/plain', text: 'The watched text.' };
  throw new FixtureError(-32002, 'Resource not found', { uri });
}
