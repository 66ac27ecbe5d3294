import { dirname, join, relative } from 'node:path';
import { build, type OutputFile, type Plugin } from 'esbuild';

/** Parts that are always loaded together, named by their source modules. */
export interface Merged {
  /** Built file that replaces the parts, relative to the folder: an entry, or a new name. */
  readonly into: string;
  /** Source files of the parts, which are the entry or are imported dynamically. */
  readonly sources: readonly string[];
}

interface Part {
  readonly path: string;
  readonly text: string;
}

const STATIC = /(import|export)(\s*\*?\s*\{[^}]*\}\s*from|)\s*"(\.[^"]+\.js)"/g;
const EXPORTED = /export\{([^}]*)\}/g;

/**
 * Merges parts that a start loads one after the other into one file. esbuild splits wherever two entries share a
 * module, and each of sixty files costs a third of a millisecond. Groups are merged in their order. Other parts import
 * from the merged file, so that every module exists once.
 */
export async function mergeParts(
  files: readonly OutputFile[],
  folder: string,
  sourceOf: ReadonlyMap<string, string>,
  groups: readonly Merged[],
): Promise<readonly Part[]> {
  const parts = new Map(
    files.filter(({ path }) => path.endsWith('.js')).map(({ path, text }) => [relative(folder, path), text]),
  );
  for (const { into, sources } of groups) {
    const entries = [...parts.keys()].filter((part) => sources.includes(sourceOf.get(part) ?? ''));
    if (entries.length !== sources.length)
      throw new Error(`Of ${sources.join(', ')} only ${entries.join(', ')} are parts`);
    // Import from the file of an earlier group what that group contains.
    const members = closure(entries, parts).filter(
      (part) => !groups.some((group) => group.into === part && part !== into),
    );
    await merge(into, members, parts);
  }
  return [...parts].map(([path, text]) => ({ path: join(folder, path), text }));
}

/** Returns the entries and all parts that they import statically. */
function closure(entries: readonly string[], parts: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>();
  const visit = (part: string): void => {
    if (found.has(part)) return;
    found.add(part);
    for (const [, , , path = ''] of (parts.get(part) ?? '').matchAll(STATIC)) visit(join(dirname(part), path));
  };
  entries.forEach(visit);
  return [...found];
}

/** The first line of each built file, after the shebang. */
const BANNER = /^(?:#!.*\n)?const require = .*;\n/;

async function merge(into: string, members: readonly string[], parts: Map<string, string>): Promise<void> {
  const shared = members.filter((part) => part !== into);
  const named = new Map(
    shared.map((part, at) => [part, { prefix: `p${at}_`, names: exportsOf(parts.get(part) ?? '') }]),
  );
  const exported = [...named].map(([part, { prefix, names }]) => {
    return `export {${names.map((name) => `${name} as ${prefix}${name}`).join(',')}} from "./${part}";`;
  });
  const contents = [...(members.includes(into) ? [`import "./${into}";`] : []), ...exported].join('\n');
  const [banner = ''] = BANNER.exec(parts.get(into) ?? parts.get(shared[0] ?? '') ?? '') ?? [];
  const { outputFiles } = await build({
    ...{ bundle: true, format: 'esm', platform: 'node', minify: true, charset: 'ascii', write: false, outfile: into },
    ...{ legalComments: 'none', logLevel: 'warning', banner: { js: banner.trimEnd() } },
    stdin: { contents, resolveDir: '/', sourcefile: 'merged.js' },
    plugins: [fromMemory(into, members, parts)],
  });
  for (const member of shared) parts.delete(member);
  for (const { text } of outputFiles) parts.set(into, text);
  for (const [part, text] of parts) if (part !== into) parts.set(part, redirected(part, text, into, named));
  // Dynamic imports still use the part's own file name, so write a file that re-exports from the merged one.
  for (const [part, { prefix, names }] of named) {
    if (![...parts].some(([other, text]) => dynamicOf(other, text).includes(part))) continue;
    const list = names.map((name) => `${prefix}${name} as ${name}`).join(',');
    parts.set(part, `export{${list}}from"${pathTo(part, into)}";\n`);
  }
}

/** Gives esbuild the built text of the members; other imports stay external. */
function fromMemory(into: string, members: readonly string[], parts: ReadonlyMap<string, string>): Plugin {
  const namespace = 'part';
  return {
    name: 'parts-from-memory',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ path, importer, kind, ...from }) => {
        const part = join(from.namespace === namespace ? dirname(importer) : '.', path);
        if (members.includes(part) && (kind !== 'dynamic-import' || part !== into)) return { path: part, namespace };
        return { path: pathTo(into, part), external: true };
      });
      builder.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path, external: true },
      );
      builder.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const text = (parts.get(path) ?? '').replace(BANNER, '');
        return { contents: text, loader: 'js' };
      });
    },
  };
}

/** Returns the path by which one built file imports another. */
function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function exportsOf(text: string): readonly string[] {
  return [...text.matchAll(EXPORTED)].flatMap(([, list = '']) =>
    list
      .split(',')
      .filter((one) => one.trim() !== '')
      .map((one) => one.split(' as ').at(-1)?.trim() ?? ''),
  );
}

function dynamicOf(part: string, text: string): readonly string[] {
  return [...text.matchAll(/import\("(\.[^"]+)"\)/g)].map(([, path = '']) => join(dirname(part), path));
}

/** Returns a part whose imports of merged parts point to the merged file. */
function redirected(
  part: string,
  text: string,
  into: string,
  named: ReadonlyMap<string, { readonly prefix: string }>,
): string {
  return text.replace(STATIC, (statement, word: string, list: string, path: string) => {
    const merged = named.get(join(dirname(part), path));
    if (merged === undefined) return statement;
    const to = `"${pathTo(part, into)}"`;
    if (list === '') return `${word}${to}`;
    const renamed = list.replace(/\{([^}]*)\}/, (_, names: string) => {
      const all = names.split(',').filter((one) => one.trim() !== '');
      return `{${all
        .map((one) => {
          const [name = '', as = name] = one.trim().split(/\s+as\s+/);
          return `${merged.prefix}${name} as ${as}`;
        })
        .join(',')}}`;
    });
    return `${word}${renamed}${to}`;
  });
}
