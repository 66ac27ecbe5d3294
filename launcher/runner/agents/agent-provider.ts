import type { ProviderReport } from '../life/provider-report.ts';
import type { ProviderRunOptions } from '../provider-run-options.ts';
import type { AgentEvent } from './agent-event.ts';

/** What a provider is asked to do. */
export interface AgentOrder extends ProviderRunOptions {
  readonly prompt: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined: the provider's own choice. */
  readonly model?: string | undefined;
  /** Tools of our server that may be called without asking: nobody is there to ask. */
  readonly allowedTools: readonly string[];
  readonly signal: AbortSignal;
  /** What it says beside its messages; complaints, mostly. */
  readonly onNoise?: ((text: string) => void) | undefined;
}

/** An agent that runs once, to its last words. */
export interface AgentProvider {
  readonly name: string;
  /**
   * Its messages as they come, parsed. Rejects with a `ProviderMissingError` where it is not installed, and with the
   * signal's reason.
   */
  messages(order: AgentOrder): AsyncIterable<unknown>;
  /** Readers of one run's messages, in their order. */
  reader(): {
    events(message: unknown): readonly AgentEvent[];
    reports(message: unknown): readonly ProviderReport[];
  };
}

/** The provider's package is not installed. */
export class ProviderMissingError extends Error {
  override readonly name = 'ProviderMissingError';
  readonly code = 'provider_missing';
}
