import { MCPConnectionError, MCPToolError } from '../../config/server-errors.ts';
import { withStderr } from '../../event-fault.ts';

/** True if failing to send a message means that the session is over. */
export const endsSession = ({ code }: MCPConnectionError): boolean => code === 'closed' || code === 'unreachable';

/** Error for pending requests of a session that ended by itself. They had been sent. */
export function lostFault(server: string, ending: string | undefined): MCPConnectionError {
  const message = `lost the connection to server ${JSON.stringify(server)}: ${ending ?? 'the server closed it'}`;
  return new MCPConnectionError('closed', message, { server, sent: true });
}

/** Converts the error of a failed message for requests that were sent before it. */
export function asSent({ code, message, server }: MCPConnectionError): MCPConnectionError {
  return new MCPConnectionError(code, message, { server, sent: true });
}

/** Error for requests after the end of the session. */
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

/** Error for a call that has waited too long for a connection. */
export function wakeTimeout(server: string, timeoutMs: number): MCPConnectionError {
  const message = `cannot reach server ${JSON.stringify(server)}: it was not connected within ${timeoutMs} ms`;
  return new MCPConnectionError('timeout', message, { server });
}

/** Error for calls during a requested restart. */
export function restartedFault(server: string, sent: boolean = false): MCPConnectionError {
  const message = `lost the connection to server ${JSON.stringify(server)}: it is being restarted`;
  return new MCPConnectionError('closed', message, { server, sent });
}

export function disabledFault(server: string, sent: boolean = false): MCPConnectionError {
  const message = `cannot use server ${JSON.stringify(server)}: it is switched off, or was removed from the configuration`;
  return new MCPConnectionError('disabled', message, { server, sent });
}
