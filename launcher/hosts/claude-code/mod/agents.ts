import type { Arguments, SessionEvent } from '../../../../src/transcripts/session-event.ts';
import { createSessionState, type KnownSession } from '../../../../src/unasked/session-state.ts';
import type { ModChunk, ModMessage } from './mod-host.ts';

/** Name of the main agent, which has no id. */
const MAIN = '';
/** Max agents to remember. */
const MAX_AGENTS = 32;

/** A model's request, and the agent that sends it (Claude Code's `TurnStepInput`). */
export interface Step {
  readonly turnId: string;
  /** Number of the request in its turn, from 0. */
  readonly index: number;
  /** Number of messages that the request carries. */
  readonly messageCount?: number;
  readonly agentId?: string | undefined;
}

/** A call of a tool, and its arguments. */
export interface ModCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Arguments;
  readonly agentId?: string | undefined;
}

/** One agent of the session. `seen`: number of messages that need not be read. */
function createAgent(seen = 0) {
  let state = createSessionState(true);
  /** True if the words of answers come in pieces, so that messages repeat them. */
  let hasWords = false;
  let carried = 0;
  let isFirst = true;
  let request: string | undefined;
  const push = (event: SessionEvent): void => state.push(event);
  return {
    /** The last read of the messages. */
    ready: Promise.resolve(),
    /** Begins an answer. Returns true if the messages must be read, because some may have gone or come from elsewhere. */
    begin({ turnId, index, messageCount = 0 }: Step): boolean {
      request = `${turnId}:${index}`;
      const isShorter = messageCount < carried;
      if (isShorter) {
        state = createSessionState(true);
        seen = 0;
        hasWords = false;
      }
      carried = messageCount;
      return isShorter || index === 0;
    },
    /** Adds messages that are not known yet. */
    read(messages: readonly ModMessage[]): void {
      const known = state.known();
      for (const [at, { role, text, toolUses, toolResults = [] }] of messages.entries()) {
        if (at < seen) continue;
        const of = role === 'assistant' ? { request: `message ${at}` } : {};
        if (role === 'user' && text !== '') push({ kind: 'asked', text, isSummary: false });
        else if (text !== '' && !hasWords) push({ kind: 'said', text, ...of });
        for (const { tool_use_id: call, tool, input } of toolUses)
          if (!known.knows(call)) push({ kind: 'called', call, tool, args: input as Arguments, ...of });
        for (const { tool_use_id: call, text: shown, isError = false } of toolResults)
          if (!known.isDone(call)) push({ kind: 'gave', call, text: shown, isFailed: isError });
      }
      seen = messages.length;
      // An earlier process showed what was there before the first answer.
      if (isFirst) state.resumed();
      isFirst = false;
    },
    asked: (text: string) => push({ kind: 'asked', text, isSummary: false }),
    wrote(kind: 'said' | 'thought', text: string): void {
      hasWords = true;
      push({ kind, text, request });
    },
    called: ({ id, tool, args }: ModCall) => push({ kind: 'called', call: id, tool, args, request }),
    gave: (call: string, text: string, isFailed: boolean) => push({ kind: 'gave', call, text, isFailed }),
    known: (): KnownSession => state.known(),
  };
}

export type Agent = ReturnType<typeof createAgent>;

/** Follows the agents of a session: the main one by its messages, subagents by what they write and call. */
export function createAgents(messages: () => Promise<readonly ModMessage[]>) {
  const agents = new Map<string, Agent>();
  const of = (id = MAIN): Agent => {
    const agent = agents.get(id) ?? createAgent();
    agents.delete(id);
    agents.set(id, agent);
    for (const oldest of agents.keys()) {
      if (agents.size <= MAX_AGENTS) break;
      if (oldest !== MAIN) agents.delete(oldest);
    }
    return agent;
  };
  const readPrompt = (agent: Agent, id: string, all: readonly ModMessage[]): void => {
    const prompt = all.flatMap(({ toolUses }) => toolUses).find(({ agentId }) => agentId === id)?.input['prompt'];
    if (typeof prompt === 'string') agent.asked(prompt);
  };
  return {
    of,
    /**
     * Forgets the session of an agent. The host still lists messages from before a compaction, so they are passed over;
     * all of them, until it says how many there are.
     */
    async forget(id = MAIN): Promise<void> {
      agents.set(id, createAgent(Number.POSITIVE_INFINITY));
      agents.set(id, createAgent(id === MAIN ? (await messages()).length : 0));
    },
    /** Begins an answer of an agent. Returns a reader of its pieces. */
    begin(step: Step) {
      const { agentId: id } = step;
      const agent = of(id);
      if (agent.begin(step))
        agent.ready = messages().then((all) => (id === undefined ? agent.read(all) : readPrompt(agent, id, all)));
      // Whoever needs the messages is told of the fault.
      agent.ready.catch(() => {});
      return createAnswerReader(agent);
    },
  };
}

/** Reads an answer while the model writes it, so that a call's words are known before the call. */
function createAnswerReader(agent: Agent) {
  let kind: 'said' | 'thought' = 'said';
  let text = '';
  const end = (): void => {
    if (text !== '') agent.wrote(kind, text);
    text = '';
  };
  return {
    read(chunk: ModChunk): void {
      const next = chunk.kind === 'text' ? 'said' : chunk.kind === 'thinking' ? 'thought' : undefined;
      if (next !== kind) end();
      if (next === undefined) return;
      kind = next;
      text += chunk.text ?? '';
    },
    end,
  };
}
