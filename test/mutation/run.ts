import { Stryker } from '@stryker-mutator/core';
import { AREAS } from './areas.ts';
import { SOURCE_VARIABLE } from './source-variable.ts';
import { toScore } from './to-score.ts';

/**
 * `node test/mutation/run.ts [SOURCE…]`: changes the source in one place at a time, and lists the changes that no test
 * notices. A source is a folder or a file of an area. By default runs all areas, which takes hours.
 */
const asked = process.argv.slice(2);
for (const given of asked) if (areaOf(given) === undefined) refuse(given);
const sources = asked.length === 0 ? AREAS.map(({ source }) => source) : asked;
const rows = ['source | mutants | killed | survived | not run | score', '--- | --- | --- | --- | --- | ---'];
for (const source of sources) {
  process.env[SOURCE_VARIABLE] = areaOf(source);
  const results = await new Stryker({
    mutate: [source.endsWith('.ts') ? source : `${source}/**/*.ts`],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    // Stryker would rewrite the tsconfig with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    tempDirName: '.mutants',
    ignorePatterns: ['dist', 'reports', 'test/bench/outputs', 'test/clients/packages'],
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  }).runMutationTest();
  const { mutants, killed, survived, untested, percent } = toScore(results.map(({ status }) => status));
  rows.push([source, mutants, killed, survived, untested, `${percent.toFixed(1)} %`].join(' | '));
}
console.log(`\n${rows.join('\n')}`);

/** Finds the area of a folder or file. */
function areaOf(given: string): string | undefined {
  return AREAS.find(({ source }) => given === source || given.startsWith(`${source}/`))?.source;
}

function refuse(given: string): never {
  const allowed = AREAS.map(({ source }) => source).join(', ');
  console.error(`cannot mutate ${JSON.stringify(given)}: expected folders and files of ${allowed}`);
  process.exit(1);
}
