import { createHash } from 'node:crypto';
import type { ModelRequest } from './loopback.ts';

type Block = Readonly<Record<string, unknown>>;
interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** All blocks of a request, without the marks that tell a server where its cache may end, for those move. */
function blocksOf({ body }: ModelRequest): readonly Block[] {
  const messages = (body['messages'] ?? []) as readonly Message[];
  return messages.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return blocks.map(({ cache_control: _, ...block }) => ({ role, ...block }));
  });
}

const sealOf = (blocks: readonly Block[]): string => createHash('sha256').update(JSON.stringify(blocks)).digest('hex');

/** Seals a thought that follows a request. Like the newest models', it stands for every byte before it. */
export const sealAfter = (request: ModelRequest): string => sealOf(blocksOf(request));

/** Thoughts in a request, and those of them before which something is no longer as it was. */
export function thoughtsOf(request: ModelRequest): { readonly thoughts: number; readonly broken: number } {
  const blocks = blocksOf(request);
  const places = [...blocks.keys()].filter((at) => blocks[at]?.['type'] === 'thinking');
  const broken = places.filter((at) => blocks[at]?.['signature'] !== sealOf(blocks.slice(0, at)));
  return { thoughts: places.length, broken: broken.length };
}
