const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const LOOPBACK: RegExp = new RegExp(`^(localhost|127(\\.${BYTE}){3}|::1|\\[::1\\])$`, 'i');

/** True if a host name (as in a URL, brackets included) is this machine: localhost, 127.0.0.0/8 or ::1. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);
