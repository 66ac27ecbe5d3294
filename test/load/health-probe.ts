/**
 * Asks the `/health` of the URL it is given, one request after another, until its standard input ends; then writes how
 * long each took, in milliseconds. Before the first one that counts it writes `ready` in a line of its own. A process of its own: whoever sends large bodies meanwhile would measure itself.
 */
const took: number[] = [];
let running = true;
process.stdin.resume().once('end', () => {
  running = false;
});
// Loads what the others only use.
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
