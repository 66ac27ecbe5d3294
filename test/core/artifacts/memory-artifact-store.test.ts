import { describe } from 'vitest';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { describeArtifactStore } from '../../contract/artifact-store.ts';

describe('artifacts in memory', () => {
  describeArtifactStore(async (options) => createMemoryArtifactStore(options));
});
