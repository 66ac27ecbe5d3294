/** Path under which the dashboard is mounted. */
export const BASE = '/dashboard';
