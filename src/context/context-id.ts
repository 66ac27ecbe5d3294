/** Form of project, task, segment and snapshot ids. It rules out paths and SQL statements. */
const CONTEXT_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** `CONTEXT_ID` in words, for messages. */
export const CONTEXT_ID_FORM = '1 to 128 of A-Z, a-z, 0-9, ".", "_", ":", "-"';

export function isContextId(id: string): boolean {
  // `.` and `..` fit the form but are not ids.
  return CONTEXT_ID.test(id) && !/^\.+$/.test(id);
}
