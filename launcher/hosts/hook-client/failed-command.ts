/** Option of the hook process for the output of a command that failed. */
export const FAILED = '--failed';
/** Name of the event that it sends to the server. */
export const COMMAND_FAILED = 'CommandFailed';
