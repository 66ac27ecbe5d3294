import type { ViteUserConfig } from 'vitest/config';
import clients from './vitest.config.ts';

/**
 * Runs a short session of each real host, and the official conformance suite for both protocol eras (2025-11-25 and
 * 2026-07-28) over the gateway and the worker. Every gate runs these tests. The rest of this folder only runs in the
 * full gate.
 */
const config: ViteUserConfig = {
  ...clients,
  test: {
    ...clients.test,
    include: [
      'test/clients/*.life.client.ts',
      'test/clients/gateway-http-conformance.client.ts',
      'test/clients/conformance.client.ts',
    ],
    // Hosts spend most of their time waiting for their model.
    maxWorkers: 2,
  },
};

export default config;
