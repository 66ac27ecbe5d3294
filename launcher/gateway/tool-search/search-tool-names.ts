/** Tools that are listed instead of other servers' tools if there are too many. */
export const FIND_TOOL = 'find_tool';
export const CALL_TOOL = 'call_tool';

/** Instructions for the model, next to the servers' names, because their tools are not listed. */
export const SEARCH_INSTRUCTIONS: string = `They are too many to be listed: find them with ${FIND_TOOL}, call them with ${CALL_TOOL}.`;
