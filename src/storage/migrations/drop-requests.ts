import type { Migration } from '../migration.ts';

/** Drops the rows of single requests, which earlier versions wrote and deleted after a while. Nothing reads them. */
export const dropRequests: Migration = {
  name: '0008_drop_requests.sql',
  statements: ['DROP TABLE IF EXISTS requests'],
};
