/** The administrator's secret of a worker that requires keys. */
export const ADMIN = 'an-administrator-of-the-corpus-0123456789';
