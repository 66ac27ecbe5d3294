// An MCP server over stdio without any library, so that it starts in 40 ms. Its one argument is JSON that says how to
// behave.
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const script = JSON.parse(process.argv[2] ?? '{}');
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const record = (line) => (script.record === undefined ? undefined : appendFileSync(script.record, `${line}\n`));
const waiting = new Map();
const cancelled = [];
const messages = [];
let asked = script.firstId ?? 0;
let changes = 0;
let listed = 0;

// Ignores write errors after its stdout was closed.
process.stdout.on('error', () => {});
record(`start ${process.pid}`);
if (script.banner) process.stdout.write('npx: installed 1 in 2s\n{"not":"rpc"}\n\n[1,2]\n');
if (script.stderr) process.stderr.write(`${script.stderr}\n`);
if (script.exitAtOnce !== undefined) process.exit(script.exitAtOnce);
if (script.dieAfterMs !== undefined) setTimeout(() => process.exit(3), script.dieAfterMs);
if (script.stubborn) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
let grandchild;
if (script.grandchild) {
  grandchild = spawn('sleep', ['5000'], { stdio: 'inherit' }).pid;
  record(`grandchild ${grandchild}`);
}

const ask = (method, params) =>
  new Promise((resolve) => {
    waiting.set(asked, resolve);
    write({ id: asked++, method, params });
  });

function page(method, key, params) {
  listed++;
  if (script.failList?.includes(method)) return { error: { code: -32000, message: 'no list today' } };
  if (script.hangList?.includes(method)) return undefined;
  if (key === 'tools' && script.late !== undefined && listed <= script.late.times) {
    return script.late.how === 'no tools'
      ? { result: { tools: [] } }
      : { error: { code: -32000, message: 'starting' } };
  }
  const pages = script.pages ?? [['only']];
  const at = params?.cursor === undefined ? 0 : Number(params.cursor || 1);
  if (script.loop)
    return { result: { [key]: [{ name: `loop-${at}` }], nextCursor: script.loop === 'same' ? '7' : `${at + 1}` } };
  const names = key === 'tools' && changes > 0 ? [...pages[at], `change-${changes}`] : pages[at];
  const next = at + 1 < pages.length ? { nextCursor: at === 0 ? (script.emptyCursor ? '' : '1') : `${at + 1}` } : {};
  return { result: { [key]: names.map((name) => ({ name, odd: { kept: true } })), ...next } };
}

async function call(id, { name, arguments: args = {}, _meta }) {
  record(`call ${name}`);
  switch (name) {
    case 'echo':
      return { result: { content: [{ type: 'unheard-of', args }], meta: _meta, _meta: null, id } };
    case 'big':
      return { result: { content: [{ type: 'text', text: 'x'.repeat(args.bytes) }] } };
    case 'die':
      process.exit(4);
      return undefined;
    case 'hang':
      return undefined;
    // The process that is started second answers it.
    case 'hang-first':
      return readFileSync(script.record, 'utf8').split('start ').length > 2 ? { result: { process: 2 } } : undefined;
    case 'cancelled':
      return { result: { cancelled } };
    case 'progress': {
      const token = _meta?.progressToken;
      for (let i = 1; i <= args.steps; i++) {
        process.stdout.write(
          `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: i, odd: 'kept' } })}\n`,
        );
      }
      return args.answer === false ? undefined : { result: { done: args.steps } };
    }
    case 'ask':
      return { result: { answered: await ask(args.method, args.params) } };
    case 'ask-and-take-back': {
      const request = asked;
      void ask(args.method, args.params);
      setTimeout(() => write({ method: 'notifications/cancelled', params: { requestId: request } }), 20);
      return { result: { request } };
    }
    case 'notify':
      write({ method: args.method, params: args.params });
      return { result: {} };
    case 'change':
      for (let i = 0; i < args.times; i++) {
        changes++;
        write({ method: 'notifications/tools/list_changed' });
      }
      return { result: { listed } };
    case 'listed':
      return { result: { listed } };
    case 'heard':
      return { result: { messages } };
    case 'error':
      return { error: { code: -32602, message: 'MCP error -32602: as it is', data: ['any', { thing: 1 }] } };
    case 'no-object':
      return { result: 5 };
    case 'env':
      return { result: { env: process.env, cwd: process.cwd(), argv: process.argv.slice(3) } };
    case 'close-stdout':
      closeSync(1);
      setInterval(() => {}, 1000);
      return undefined;
    default:
      return { error: { code: -32602, message: `no tool ${name}` } };
  }
}

async function answer({ id, method, params }) {
  if (method === 'initialize') {
    record('initialize');
    if (script.hang) return undefined;
    const capabilities = script.capabilities ?? { tools: { listChanged: true } };
    const protocolVersion = script.protocolVersion ?? params.protocolVersion;
    const offered = { capabilities: params.capabilities, clientInfo: params.clientInfo };
    if (script.badHandshake) return { result: { nothing: true } };
    if (script.only !== undefined && params.protocolVersion !== script.only) {
      const data = { supported: [script.only], requested: params.protocolVersion };
      return { error: { code: -32602, message: 'Unsupported protocol version', data } };
    }
    return {
      result: {
        protocolVersion,
        capabilities: { ...capabilities, odd: { kept: 1 } },
        serverInfo: { name: 'scripted', version: '1', odd: true },
        instructions: JSON.stringify(offered),
      },
    };
  }
  if (method === 'ping') {
    record('ping');
    if (script.ping === 'silent') return undefined;
    return script.ping === 'unknown' ? { error: { code: -32601, message: 'Method not found' } } : { result: {} };
  }
  if (method === 'tools/list') return page(method, 'tools', params);
  if (method === 'resources/list') return page(method, 'resources', params);
  if (method === 'prompts/list') return page(method, 'prompts', params);
  if (method === 'tools/call') return call(id, params);
  return { error: { code: -32601, message: 'Method not found' } };
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else if (message.id === undefined) {
    messages.push(message);
    if (message.method === 'notifications/cancelled') cancelled.push(message.params);
  } else {
    void answer(message).then((said) => (said === undefined ? undefined : write({ id: message.id, ...said })));
  }
});
lines.on('close', () => {
  if (!script.stubborn) process.exit(0);
});
