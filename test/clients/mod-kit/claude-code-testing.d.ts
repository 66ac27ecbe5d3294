/** The part of Claude Code's kit for mods that our tests use (2.1.332). Claude Code provides it when it runs them. */
declare module 'claude-code/testing' {
  interface Drawing {
    find(query: {
      readonly key?: string;
      readonly text?: string | RegExp;
    }): Promise<{ readonly text: string } | undefined>;
    findAll(query: { readonly type: string }): Promise<readonly { readonly text: string }[]>;
    press(target: { readonly key: string }): Promise<unknown>;
  }
  /** Raises an event as Claude Code does. */
  type Raise = (e: object) => Promise<Readonly<Record<string, unknown>>>;
  export interface Engine {
    readonly session: { readonly start: Raise; readonly measure: Raise };
    readonly command: { readonly run: Raise };
    readonly tool: { readonly call: Raise };
    readonly turn: { step(e: object): AsyncIterable<unknown> };
    readonly ui: { mount(target: object): Promise<Drawing> };
  }
  type Event = Readonly<Record<string, unknown>>;
  /** Answers an event in place of Claude Code. */
  export type World = (event: string, hook: (engine: unknown, e: Event) => unknown) => void;
  export const test: (
    name: string,
    options: { readonly timeoutMs: number },
    body: ($: Engine, on: World) => Promise<void>,
  ) => void;
  interface Checks {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toContain(expected: string): void;
    toMatch(expected: RegExp): void;
  }
  export const expect: (received: unknown, message?: string) => Checks & { readonly not: Checks };
  export const mock: {
    clock(on: World): void;
    store(on: World, entries?: object): void;
    env(on: World, variables: object): void;
  };
}
