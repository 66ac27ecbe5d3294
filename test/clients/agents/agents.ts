import type { Agent } from './agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';

export const AGENTS: readonly Agent[] = [claude, codex];
