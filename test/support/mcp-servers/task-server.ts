import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { newTaskServer } from './new-task-server.ts';

/** The SDK's server with tasks, over stdio. The tool `die` ends it. */

const server = newTaskServer();
server.registerTool('die', {}, () => process.exit(1));

process.stdin.once('end', () => process.exit(0));
await server.connect(new StdioServerTransport());
