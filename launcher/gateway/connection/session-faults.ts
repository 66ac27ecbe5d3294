import { MCPConnectionError, MCPToolError } from '../errors.ts';
import { withStderr } from '../event-fault.ts';

/** True if a message that could not be sent means that the session is over. */
export function endsSession({ code }: MCPConnectionError): boolean {
  return code === 'closed' || code === 'unreachable';
}

/** It ended by itself; whoever waited for an answer had sent a request. */
export function lostFault(server: string, ending: string | undefined): MCPConnectionError {
  const message = `lost the connection to server ${JSON.stringify(server)}: ${ending ?? 'it closed it'}`;
  return new MCPConnectionError('closed', message, { server, sent: true });
}

/** For who waits for the answer to another message than the one that could not be sent. */
export function asSent({ code, message, server }: MCPConnectionError): MCPConnectionError {
  return new MCPConnectionError(code, message, { server, sent: true });
}

/** For who comes after the end. */
export function notSent(server: string, { code, message }: MCPConnectionError): MCPConnectionError {
  return new MCPConnectionError(code === 'disabled' ? code : 'closed', message, { server });
}

export function connectTimeout(server: string, timeoutMs: number, stderr: string): MCPConnectionError {
  const why = withStderr(`it did not answer "initialize" within ${timeoutMs} ms`, stderr);
  const message = `cannot connect to server ${JSON.stringify(server)}: ${why}`;
  return new MCPConnectionError('timeout', message, { server });
}

export function timeoutFault(server: string, method: string, afterMs: number): MCPToolError {
  const message = `server ${JSON.stringify(server)} did not answer ${JSON.stringify(method)} within ${afterMs} ms`;
  return new MCPToolError('timeout', message, { server });
}

/** A call has waited long enough for a connection. */
export function wakeTimeout(server: string, timeoutMs: number): MCPConnectionError {
  const message = `cannot reach server ${JSON.stringify(server)}: it was not connected within ${timeoutMs} ms`;
  return new MCPConnectionError('timeout', message, { server });
}

/** Somebody has asked for it to be started anew. */
export function restartedFault(server: string, sent: boolean = false): MCPConnectionError {
  const message = `lost the connection to server ${JSON.stringify(server)}: it is started anew`;
  return new MCPConnectionError('closed', message, { server, sent });
}

export function disabledFault(server: string, sent: boolean = false): MCPConnectionError {
  const message = `cannot use server ${JSON.stringify(server)}: it is switched off, or was removed from the configuration`;
  return new MCPConnectionError('disabled', message, { server, sent });
}
