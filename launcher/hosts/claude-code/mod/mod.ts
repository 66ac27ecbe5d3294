import { inTime } from '../../../../src/base/in-time.ts';
import type { Arguments } from '../../../../src/transcripts/session-event.ts';
import { createAgents, type ModCall, type Step } from './agents.ts';
import type { Compacted } from './claude-code.ts';
import { loadCounts, measuredText } from './mod-counts.ts';
import type { ModHost, ModResult } from './mod-host.ts';
import { ModLedger } from './mod-ledger.ts';
import { isChosenWhole, loadSettings, type ModSettings, saveSettings } from './mod-settings.ts';
import { readProject } from './project.ts';
import { type CallOutcome, MIN_CHARS, shortenCall } from './shorten-call.ts';

/** Milliseconds that anything waits for the mod. Claude Code itself cuts a hook off after about ten seconds. */
const PATIENCE_MS = 2000;
/** Outcome of what took too long. */
const LATE: unique symbol = Symbol('late');
/** Number of times in a row that the host may be too slow. After that, nothing waits for the mod any more. */
const MAX_LATE = 2;

/** Input of Claude Code's `tool.call`: the tool's arguments beside the call's own facts. */
export interface ToolCallInput {
  readonly tool: string;
  readonly tool_use_id: string;
  readonly agentId?: string;
  readonly [argument: string]: unknown;
}

/** The mod of one session. Nothing that it returns or rejects with changes what Claude Code does otherwise. */
export class Mod {
  readonly ledger: ModLedger;
  /** Folder of the project. */
  root = '';
  readonly #host: ModHost;
  #agents: ReturnType<typeof createAgents>;
  #settings: ModSettings = { mode: 'measure', whole: [], ignore: [], cuts: 'references', isTold: false };
  #session = '';
  /** Number of times in a row that the host was too slow. */
  #late = 0;

  constructor(host: ModHost) {
    this.#host = host;
    this.ledger = new ModLedger(host);
    this.#agents = createAgents(() => host.messages());
  }

  get settings(): ModSettings {
    return this.#settings;
  }

  /**
   * Reads what is stored. The process goes on under another session after `/clear` and `/resume`. Rejects if the host
   * lacks what the mod needs, or is too slow. `also`: what else must be done before the mod is of use.
   */
  async begin(also?: () => Promise<unknown>): Promise<void> {
    const work = () => Promise.all([this.#begin(), also?.()]);
    if ((await this.#inTime(work)) === LATE) throw new Error('cannot begin: the host does not answer');
  }

  async #begin(): Promise<void> {
    const host = this.#host;
    const id = await host.sessionId();
    if (id === this.#session) return;
    this.#session = id;
    this.#agents = createAgents(() => host.messages());
    // A session waits for this at its start.
    [this.root, this.#settings] = await Promise.all([host.root(), loadSettings(host), this.ledger.begin(id)]);
    if (this.#settings.mode !== 'measure' || this.#settings.isTold) return;
    const measured = measuredText(await loadCounts(host), await host.now());
    if (measured === undefined) return;
    this.ledger.tell(measured);
    await this.choose({ isTold: true });
  }

  /** Begins an answer of the model. Returns a reader of its pieces. */
  step(step: Step & { readonly model?: string }): ReturnType<ReturnType<typeof createAgents>['begin']> {
    if (step.agentId === undefined) this.ledger.request(step.model ?? '');
    return this.#agents.begin(step);
  }

  /** Tells that the model makes a call. */
  called({ tool, tool_use_id, agentId, ...args }: ToolCallInput): ModCall {
    const call: ModCall = { id: tool_use_id, tool, args: args as Arguments, agentId };
    this.#agents.of(agentId).called(call);
    return call;
  }

  /** Returns what Claude Code shall answer with in place of a result; undefined to let it pass as it came. */
  async answer(call: ModCall, given: ModResult): Promise<object | undefined> {
    const outcome = await this.#outcome(call, given);
    if (outcome !== undefined) this.ledger.add(call, outcome);
    const shown = outcome?.kind === 'shortened' && outcome.answer !== undefined ? outcome : undefined;
    this.#agents.of(call.agentId).gave(call.id, shown?.shown ?? given.text ?? '', given.isError === true);
    return shown?.answer;
  }

  async #outcome(call: ModCall, given: ModResult): Promise<CallOutcome | undefined> {
    try {
      const outcome = await this.#inTime(() => this.#shortened(call, given));
      if (outcome !== LATE) return outcome;
      if (this.#settings.mode === 'off') return undefined;
      return (given.text ?? '').length < MIN_CHARS ? undefined : { kind: 'whole', why: 'late' };
    } catch {
      return { kind: 'whole', why: 'failed' };
    }
  }

  /** Waits for work, unless the host was too slow too often. */
  async #inTime<T>(work: () => Promise<T>): Promise<T | typeof LATE> {
    const before = this.#late;
    if (before >= MAX_LATE) return LATE;
    const done = await inTime(work(), PATIENCE_MS, (): typeof LATE => LATE, this.#host.after);
    // Calls that wait at the same time are late for one and the same reason.
    if (done !== LATE) this.#late = 0;
    else if (this.#late === before) this.#late++;
    return done;
  }

  async #shortened(call: ModCall, given: ModResult): Promise<CallOutcome | undefined> {
    const { mode, cuts } = this.#settings;
    if (mode === 'off') return undefined;
    const shadow = mode === 'measure';
    this.ledger.readBack(call, given, shadow);
    const agent = this.#agents.of(call.agentId);
    return await shortenCall(call, given, {
      ...{ host: this.#host, agent, cuts, shadow },
      whole: async () => {
        const project = await readProject(this.#host);
        const isChosen = isChosenWhole(this.#settings, await this.#host.root());
        return (file) => project.isOff || project.isIgnored(file) || isChosen(file);
      },
    });
  }

  /** An agent's session was compacted, so references must not point to what was shown before. */
  async compacted({ trigger, agentId }: Compacted): Promise<void> {
    if (trigger === 'precompute') return;
    if (agentId === undefined) this.ledger.compacted();
    await this.#inTime(() => this.#agents.forget(agentId));
  }

  /** Changes the user's choices. */
  async choose(change: Partial<ModSettings>): Promise<void> {
    this.#settings = { ...this.#settings, ...change };
    if (change.mode !== undefined) this.ledger.tell(undefined);
    await saveSettings(this.#host, change);
    this.#host.redraw();
  }

  /** Leaves a file or a project whole from now on, or shortens it again. */
  async toggleWhole(path: string): Promise<void> {
    const { whole } = this.#settings;
    await this.choose({ whole: whole.includes(path) ? whole.filter((one) => one !== path) : [...whole, path] });
  }

  /** Reads the whole of a result. */
  read(ref: string): Promise<string> {
    return this.#host.readFile(ref);
  }

  redraw(): void {
    this.#host.redraw();
  }
}
