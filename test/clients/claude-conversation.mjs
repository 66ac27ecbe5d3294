// Sends prompts to one process of Claude Code, each after the result of the one before. Arguments: the program, then
// the prompts.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [claude, ...prompts] = process.argv.slice(2);
const flags = ['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'];
const child = spawn(claude, flags, { stdio: ['pipe', 'pipe', 'inherit'] });

function sendNext() {
  const content = prompts.shift();
  if (content === undefined) child.stdin.end();
  else child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
}

createInterface({ input: child.stdout }).on('line', (line) => {
  if (JSON.parse(line).type === 'result') sendNext();
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
sendNext();
