import { expect, test } from 'vitest';
import * as core from '../../src/index.ts';
import * as worker from '../../worker/index.ts';

test('what the package exports', () => {
  expect(Object.keys(core).sort()).toEqual([
    'ArtifactError',
    'CATEGORY_BUDGETS',
    'DEFAULT_LIMITS',
    'DEFAULT_THRESHOLD',
    'SqlError',
    'collect',
    'createArtifactTool',
    'createContextTools',
    'createD1Database',
    'createEmbeddedPruner',
    'createHttpPruner',
    'createMemoryArtifactStore',
    'createPreferredPruner',
    'createSessionMemory',
    'createSessionStream',
    'createSqliteDatabase',
    'createSummary',
    'fitLines',
    'formatArtifactRef',
    'listArtifactResources',
    'listArtifactTemplates',
    'loadO200k',
    'openContexts',
    'openTelemetryTracing',
    'paginatedListResponse',
    'parseArtifactRef',
    'pruneText',
    'readArtifactResource',
    'redactingArtifacts',
    'scanResponse',
    'toAction',
    'toArtifactDomain',
    'toPlan',
    'traceResponse',
    'tracedFetch',
    'truncateResponse',
    'wrapResponse',
  ]);
  expect(Object.keys(worker).sort()).toEqual(['createApp', 'jsonLines', 'traceRequests']);
});
