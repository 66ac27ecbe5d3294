import type { ModChunk, ModMessage, ModResult } from './mod-host.ts';

/** The members of Claude Code's `$` that the mod uses (types of 2.1.332, in the repository anthropics/claude-code). */
export interface ClaudeCode {
  readonly session: {
    messages(): Promise<readonly ModMessage[]>;
    id(): Promise<string>;
    root(): Promise<string>;
    cwd(): Promise<string>;
  };
  readonly fs: {
    read(path: string): Promise<string>;
    write(path: string, text: string): Promise<void>;
    exists(path: string): Promise<boolean>;
    stat(path: string, options: { readonly resolve: true }): Promise<{ readonly realPath?: string }>;
  };
  readonly tool: {
    check(call: { readonly tool: string; readonly input: object }): Promise<{ readonly decision: string }>;
  };
  readonly process: {
    run(argv: readonly string[], init: { readonly stdin: string }): Promise<{ readonly exitCode: number }>;
  };
  readonly store: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    delete(key: string): Promise<void>;
    keys(): Promise<readonly string[]>;
  };
  readonly clock: {
    now(): Promise<number>;
    sleep(ms: number, options: { readonly signal: AbortSignal }): Promise<void>;
  };
  readonly env: { get(name: string): Promise<string | undefined> };
  readonly command: { register(command: object): Promise<unknown> };
  readonly ui: {
    status(text: string | undefined): void;
    open(pane: {
      readonly id: string;
      readonly title: string;
      readonly focus: boolean;
      readonly closeOnEscape: boolean;
    }): Promise<unknown>;
    resolve(e: RenderInput): Promise<Elements>;
    invalidate(event: 'ui.render'): void;
  };
}

/** An element that a surface draws; opaque. */
export type Element = object;

type Children = readonly (Element | string)[];

/** Constructors of the elements that every surface draws. */
export interface Elements {
  Box(props: {
    readonly flexDirection?: 'row' | 'column';
    readonly flexWrap?: 'wrap';
    readonly flexShrink?: number;
    readonly columnGap?: number;
    readonly marginTop?: number;
    readonly children: Children;
  }): Element;
  Text(props: {
    readonly bold?: boolean;
    readonly dimColor?: boolean;
    readonly wrap?: 'truncate' | 'truncate-middle';
    readonly children: Children;
  }): Element;
  /** `hotkey`: a digit or lowercase letter that presses the button while the pane has the focus. */
  Button(props: {
    readonly key: string;
    readonly hotkey?: string;
    readonly plain: true;
    readonly onPress: () => void;
    readonly children: Children;
  }): Element;
}

interface RenderInput {
  readonly component: string;
  readonly requestId: string;
}

interface CommandInput {
  readonly command: string;
  readonly args?: string;
}

type Next<Input, Output> = (input: Input) => Output;
type Stream = AsyncGenerator<ModChunk, unknown, undefined>;

interface StepInput {
  readonly turnId: string;
  readonly index: number;
  readonly model: string;
  readonly messageCount: number;
  readonly agentId?: string;
}

/** Compaction of an agent's session. */
export interface Compacted {
  /** `precompute` prepares a summary, and changes nothing yet. */
  readonly trigger: string;
  readonly agentId?: string;
}

interface Measured {
  readonly context?: { readonly tokens?: number };
  readonly cost?: { readonly usd?: number };
}

interface CallInput {
  readonly tool: string;
  readonly tool_use_id: string;
  readonly agentId?: string;
}

/** Adds a hook to an event. A hook gets the engine, the event, and what does the event without it. */
export interface On {
  (
    event: 'session.start',
    hook: ($: ClaudeCode, e: object, next: Next<object, Promise<unknown>>) => Promise<unknown>,
  ): void;
  (event: 'turn.step', hook: ($: ClaudeCode, e: StepInput, next: Next<StepInput, Stream>) => Stream): void;
  (
    event: 'session.compact',
    hook: ($: ClaudeCode, e: Compacted, next: Next<Compacted, Promise<object>>) => Promise<object>,
  ): void;
  (
    event: 'session.measure',
    hook: ($: ClaudeCode, e: Measured, next: Next<Measured, Promise<unknown>>) => Promise<unknown>,
  ): void;
  (
    event: 'command.run',
    of: { readonly command: string },
    hook: ($: ClaudeCode, e: CommandInput, next: Next<CommandInput, Promise<object>>) => Promise<object>,
  ): void;
  (
    event: 'ui.render',
    of: { readonly component: 'Pane' },
    hook: ($: ClaudeCode, e: RenderInput, next: Next<RenderInput, Promise<Element>>) => Promise<Element>,
  ): void;
  (
    event: 'tool.call',
    hook: ($: ClaudeCode, e: CallInput, next: Next<CallInput, Promise<ModResult>>) => Promise<object>,
  ): void;
}
