import type { Hono } from 'hono';
import { createBareApp } from './bare-app.ts';

const app: Hono = createBareApp();
export default app;
