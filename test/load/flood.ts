/** Sends large texts to the worker at a URL with a key, several at a time, until its standard input ends. */
const [url, key] = process.argv.slice(2);
const AT_ONCE = 12;
let running = true;
process.stdin.resume().once('end', () => {
  running = false;
});
const line = (i: number, k: number): string => `const value${i} = compute(${i}, ${k});\n`;
const bodies = Array.from({ length: 4 }, (_, k) =>
  JSON.stringify({ query: `where is value${k}`, code: Array.from({ length: 90_000 }, (_, i) => line(i, k)).join('') }),
);
let sent = 0;
const statuses: Record<number, number> = {};
const client = async (): Promise<void> => {
  while (running) {
    const body = bodies[sent++ % bodies.length] as string;
    // Each text is unique, so that no answer is cached.
    const own = `${body.slice(0, -2)} // ${sent}"}`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/prune`, { method: 'POST', headers, body: own });
    await answer.arrayBuffer();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (sent === AT_ONCE) process.stdout.write('flooding\n');
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, client));
process.stdout.write(`${JSON.stringify(statuses)}\n`);
