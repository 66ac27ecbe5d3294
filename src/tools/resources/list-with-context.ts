import type { ContextResources } from '../../context/context-resources.ts';

/** A page of `resources/list`. */
export interface ResourcePage {
  readonly resources: readonly object[];
  readonly nextCursor?: string | undefined;
}

/**
 * Concatenates two lists: all pages of `others` first, then those of context. The cursor decides which one is
 * continued.
 */
export async function listWithContext(
  context: Pick<ContextResources, 'list'>,
  cursor: string | undefined,
  others: () => Promise<ResourcePage>,
): Promise<ResourcePage> {
  const own = cursor === undefined ? undefined : await context.list(cursor);
  if (own !== undefined) return own;
  const page = await others();
  if (page.nextCursor !== undefined) return page;
  const first = await context.list(undefined);
  if (first === undefined || first.resources.length === 0) return page;
  if (page.resources.length === 0) return first;
  // The first page of context joins the last of the others if both fit one page.
  const { nextCursor } = first;
  return { resources: [...page.resources, ...first.resources], ...(nextCursor !== undefined && { nextCursor }) };
}
