import { expect, test } from 'vitest';
import { type Batch, type Entry, filesInOrder } from '../../../../launcher/tools/grep/files-in-order.ts';

const file = (name: string): Entry => ({ name, isFile: () => true, isDirectory: () => false });
const folder = (name: string): Entry => ({ name, isFile: () => false, isDirectory: () => true });
const link = (name: string): Entry => ({ name, isFile: () => false, isDirectory: () => false });

type Tree = Readonly<Record<string, readonly Entry[]>>;

/** Lists the folders of a tree; other paths cannot be listed. */
const listing =
  (tree: Tree) =>
  async (place: string): Promise<readonly Entry[]> => {
    const entries = tree[place];
    if (entries === undefined) throw new Error('not a directory');
    return entries;
  };

async function batchesOf(tree: Tree, paths: readonly string[], batchBytes = 1000): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  const stop = new AbortController().signal;
  for await (const batch of filesInOrder(paths, stop, { list: listing(tree), batchBytes })) batches.push(batch);
  return batches;
}

const filesOf = (batches: readonly Batch[]): readonly string[] =>
  batches.flatMap((batch) => (batch.kind === 'files' ? batch.paths : []));

test('files come in the order of their paths, without links and hidden ones', async () => {
  const tree = {
    '/r': [file('c'), folder('b'), file('.env'), folder('.git'), link('link'), file('a')],
    '/r/b': [file('z'), file('.h'), folder('y')],
    '/r/b/y': [file('x')],
    '/r/.git': [file('config'), folder('.h')],
  };
  expect(await batchesOf(tree, ['/r'])).toEqual([{ kind: 'files', paths: ['/r/a', '/r/b/y/x', '/r/b/z', '/r/c'] }]);
  const named = filesOf(await batchesOf(tree, ['/r/b', '/r/.git', '/r/.env', '/r/b/.h']));
  expect(named).toEqual(['/r/.env', '/r/.git/config', '/r/b/y/x', '/r/b/z', '/r/b/.h']);
});

test('a folder that cannot be listed is left to the engine', async () => {
  expect(filesOf(await batchesOf({ '/': [folder('shut'), file('a')] }, ['/']))).toEqual(['/a', '/shut']);
});

test('a batch has no more bytes of paths than fit into a command', async () => {
  const names = ['ä', 'b', 'c', 'dd'].map(file);
  // A path counts its bytes plus nine: 13, 13, 14 and 14.
  expect((await batchesOf({ '/r': names }, ['/r'], 26)).map((batch) => filesOf([batch]))).toEqual([
    ['/r/b', '/r/c'],
    ['/r/dd'],
    ['/r/ä'],
  ]);
  expect(await batchesOf({ '/r': names }, ['/r'], 28)).toHaveLength(2);
  expect(await batchesOf({ '/r': names }, ['/r'], 1)).toHaveLength(4);
});

test('names that are not UTF-8 are told of with their folder', async () => {
  const tree = { '/r': [folder('d\ufffd'), file('a'), folder('e')], '/r/e': [file('.\ufffd'), link('\ufffd')] };
  expect(await batchesOf(tree, ['/r'])).toEqual([
    { kind: 'odd_names', folder: '/r' },
    { kind: 'files', paths: ['/r/a'] },
  ]);
});

test('a tree of more than 200,000 files is listed to its end', async () => {
  const names = Array.from({ length: 200_001 }, (_, i) => file(String(i)));
  expect(filesOf(await batchesOf({ '/r': names }, ['/r'], 100_000))).toHaveLength(200_001);
});

test('a listing that is stopped reads no other folder', async () => {
  const stop = new AbortController();
  const listed: string[] = [];
  const list = async (place: string): Promise<readonly Entry[]> => {
    listed.push(place);
    if (listed.length === 2) stop.abort();
    return [folder('deeper')];
  };
  const walk = filesInOrder(['/r'], stop.signal, { list, batchBytes: 1000 });
  expect(await walk.next()).toEqual({ done: true, value: undefined });
  expect(listed).toEqual(['/r', '/r/deeper']);
});
