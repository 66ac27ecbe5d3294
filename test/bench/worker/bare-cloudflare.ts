import type { Hono } from 'hono';
import { type BareEnv, createBareApp } from './bare-app.ts';

const app: Hono<BareEnv> = createBareApp();
export default app;
