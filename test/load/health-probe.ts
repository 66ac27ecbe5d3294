/**
 * Requests `/health` of the given URL, one request after another, until standard input ends. Then prints the
 * milliseconds of each. Prints the line `ready` before the first request that counts. This is a separate process,
 * because a process that sends large bodies would measure its own delays.
 */
const took: number[] = [];
let running = true;
process.stdin.resume().once('end', () => {
  running = false;
});
// A first request, uncounted, to load code that later requests use.
await (await fetch(`${process.argv[2]}/health`)).arrayBuffer();
process.stdout.write('ready\n');
while (running) {
  const at = performance.now();
  const answer = await fetch(`${process.argv[2]}/health`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`/health answered ${answer.status}`);
  took.push(performance.now() - at);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
process.stdout.write(JSON.stringify(took));
