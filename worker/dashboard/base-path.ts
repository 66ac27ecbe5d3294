/** Where the dashboard is mounted. */
export const BASE = '/dashboard';
