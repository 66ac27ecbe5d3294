// Runs each example of docs/embedding.md, verbatim, against the package made by `npm pack`. Each is checked by a strict
// TypeScript. Each runs in Node as a module, in Node as CommonJS if it has no `await`, in Deno, and in a Worker. Its
// output must equal the output on the page below it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const { build } = createRequire(`${ROOT}/package.json`)('esbuild');
const { Miniflare } = createRequire(`${ROOT}/test/package.json`)('miniflare');
const bin = (name) => path.join(ROOT, 'test/node_modules/.bin', name);

const examples = readFileSync(`${ROOT}/docs/embedding.md`, 'utf8')
  .split(/^## /m)
  .flatMap((section) => {
    const [, code] = /```ts\n(.*?)```/s.exec(section) ?? [];
    const [, printed] = /```text\n(.*?)```/s.exec(section) ?? [];
    return code === undefined || printed === undefined
      ? []
      : [{ title: section.slice(0, section.indexOf('\n')), code, printed }];
  });
if (examples.length === 0) throw new Error('the page has no examples');

const run = (command, args, cwd) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error ?? ''}${stdout}${stderr}`);
};
let runs = 0;
const same = (where, { title, printed }, got) => {
  if (got.trimEnd() !== printed.trimEnd())
    throw new Error(`${where}: "${title}" printed:\n${got}instead of:\n${printed}`);
  runs++;
};

const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-embedded-'));
try {
  const packed = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], ROOT).trim();
  const project = (type) => {
    const at = path.join(folder, type);
    mkdirSync(at);
    writeFileSync(path.join(at, 'package.json'), JSON.stringify({ private: true, type }));
    const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', skipLibCheck: false, types: [] };
    writeFileSync(
      path.join(at, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, lib: ['es2023', 'dom'], outDir: 'out' } }),
    );
    run('npm', ['i', '--no-audit', '--no-fund', path.join(folder, packed.split('\n').at(-1))], at);
    const here = examples.filter(({ code }) => type === 'module' || !/^\S*.*\bawait\b/m.test(code));
    for (const [i, { code }] of here.entries()) writeFileSync(path.join(at, `example${i}.ts`), code);
    run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], at);
    for (const [i, one] of here.entries()) same(`Node, ${type}`, one, run('node', [`out/example${i}.js`], at));
    return at;
  };
  project('commonjs');
  const at = project('module');
  for (const [i, one] of examples.entries()) {
    same('Deno', one, run(bin('deno'), ['run', '-A', '--node-modules-dir=manual', `example${i}.ts`], at));
    same('Worker', one, await inWorker(path.join(at, `example${i}.ts`)));
  }
  process.stdout.write(`${examples.length} examples, ${runs} runs\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Bundles an example as a Worker's author would. Everything except imports goes into the handler, because a Worker's
 * global scope may not send requests.
 */
async function inWorker(file) {
  const [, imports, body] = /^((?:import [^\n]*\n)+)(.*)$/s.exec(readFileSync(file, 'utf8'));
  const worker = file.replace('.ts', '.worker.ts');
  writeFileSync(
    worker,
    `${imports}export default { async fetch() {
      const lines: string[] = [];
      console.log = (...said) => void lines.push(said.join(' '));
      ${body}
      return new Response(lines.join('\\n'));
    } };`,
  );
  const options = { bundle: true, format: 'esm', write: false, external: ['node:*'], logLevel: 'error' };
  const built = await build({ entryPoints: [worker], ...options, conditions: ['workerd', 'worker', 'browser'] });
  const contents = built.outputFiles[0].text;
  const miniflare = new Miniflare({
    compatibilityDate: '2026-01-01',
    modules: [{ type: 'ESModule', path: 'main.js', contents }],
  });
  try {
    return await (await miniflare.dispatchFetch('http://localhost/')).text();
  } finally {
    await miniflare.dispose();
  }
}
