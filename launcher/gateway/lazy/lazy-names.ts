/** The tools that stand in the list in place of too many others. */
export const FIND_TOOL = 'find_tool';
export const CALL_TOOL = 'call_tool';

/** What a model is told beside the servers' names: their tools do not stand in the list. */
export const LAZY_INSTRUCTIONS: string = `They are too many to be listed: find them with ${FIND_TOOL}, call them with ${CALL_TOOL}.`;
