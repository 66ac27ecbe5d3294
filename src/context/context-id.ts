/** What ids of projects, tasks, segments and snapshots look like: nothing that could be a path or a statement. */
const CONTEXT_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** In words, for messages. */
export const CONTEXT_ID_FORM = '1 to 128 of A-Z, a-z, 0-9, ".", "_", ":", "-"';

export function isContextId(id: string): boolean {
  // Names of folders that lead elsewhere fit the form, and are no ids.
  return CONTEXT_ID.test(id) && !/^\.+$/.test(id);
}
