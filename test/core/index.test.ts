import { expect, test } from 'vitest';
import * as core from '../../src/index.ts';
import * as worker from '../../worker/index.ts';

test('what the package exports', () => {
  expect(Object.keys(core).sort()).toEqual([
    'ArtifactError',
    'CATEGORY_BUDGETS',
    'DEFAULT_LIMITS',
    'DEFAULT_THRESHOLD',
    'createArtifactTool',
    'createEmbeddedPruner',
    'createHttpPruner',
    'createMemoryArtifactStore',
    'createPreferredPruner',
    'createSummary',
    'fitLines',
    'formatArtifactRef',
    'listArtifactResources',
    'listArtifactTemplates',
    'loadO200k',
    'paginatedListResponse',
    'parseArtifactRef',
    'pruneText',
    'readArtifactResource',
    'redactingArtifacts',
    'scanResponse',
    'toArtifactDomain',
    'traceResponse',
    'truncateResponse',
    'wrapResponse',
  ]);
  expect(Object.keys(worker).sort()).toEqual(['createApp', 'jsonLines']);
});
