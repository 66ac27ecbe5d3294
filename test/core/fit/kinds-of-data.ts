const WORDS = 'alpha beta gamma delta epsilon zeta eta theta iota kappa'.split(' ');
const many = <T>(bytes: number, each: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.ceil(bytes / each) }, (_, i) => make(i));

/** Typical data of servers, each of about `bytes` bytes of JSON. */
export const KINDS_OF_DATA: Readonly<Record<string, (bytes: number) => unknown>> = {
  numbers: (bytes) => many(bytes, 5, (i) => (i * 7) % 9973),
  objects: (bytes) =>
    many(bytes, 85, (id) => ({
      id,
      title: `Issue number ${id}`,
      labels: ['a', 'b'],
      state: id % 9 ? 'open' : 'closed',
    })),
  'uniform objects': (bytes) => many(bytes, 55, (id) => ({ id, title: `Issue number ${id}`, state: 'open' })),
  'large objects': (bytes) => ({
    items: many(bytes, 2000, (id) => ({
      id,
      body: WORDS.join(' ').repeat(30),
      at: { a: { b: { c: { d: [1, 2, 3] } } } },
    })),
  }),
  'rows far down': (bytes) => ({ data: { statements: [{ rows: many(bytes, 30, (id) => ({ id, status: 'paid' })) }] } }),
  'a log': (bytes) => many(bytes, 50, (i) => `2026-01-01 12:00:00 INFO step ${i} ${WORDS[i % 10]} done`).join('\n'),
  'one long line': (bytes) => WORDS.join(' ').repeat(Math.ceil(bytes / 55)),
  'many keys': (bytes) => Object.fromEntries(many(bytes, 28, (i) => [`key_${i}`, `value ${i}`])),
  texts: (bytes) => many(bytes, 400, (i) => `${i} ${WORDS.join(' ').repeat(7)}`),
  'a document': (bytes) => ({
    title: 'x',
    text: many(bytes, 50, (i) => `line ${i} of the text that is long and goes on`).join('\n'),
  }),
  'two lists': (bytes) => ({ a: many(bytes, 45, (id) => ({ id, n: [id] })), b: many(bytes, 45, (i) => `s ${i}`) }),
  'a tree': (bytes) => tree(bytes, 0),
  'a deep chain': (bytes) => chain(400, 'x'.repeat(bytes / 400)),
};

function tree(bytes: number, depth: number): object {
  if (bytes < 60 || depth > 9) return { name: WORDS[depth], size: bytes };
  return { name: WORDS[depth], children: Array.from({ length: 4 }, () => tree(bytes / 4 - 30, depth + 1)) };
}

function chain(links: number, name: string): object {
  let chained: object = { name };
  for (let i = links; i > 0; i--) chained = { name, next: chained };
  return chained;
}
