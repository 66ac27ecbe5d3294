import type { ProviderReport } from '../life/provider-report.ts';
import type { ProviderRunOptions } from '../provider-run-options.ts';
import type { AgentEvent } from './agent-event.ts';

/** Input of one agent run. */
export interface AgentOrder extends ProviderRunOptions {
  readonly prompt: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Model name; undefined leaves the choice to the provider. */
  readonly model?: string | undefined;
  /** Tools of our server that need no permission, because there is no user to ask. */
  readonly allowedTools: readonly string[];
  readonly signal: AbortSignal;
  /** Receives the provider's stderr, mostly warnings. */
  readonly onNoise?: ((text: string) => void) | undefined;
}

/** An agent that runs once and ends with an answer. */
export interface AgentProvider {
  readonly name: string;
  /**
   * Yields the provider's parsed messages as they arrive. Rejects with a `ProviderMissingError` if it is not installed,
   * and with the signal's reason.
   */
  messages(order: AgentOrder): AsyncIterable<unknown>;
  /** Creates readers for one run. They must see all of its messages in order. */
  reader(): { events(message: unknown): readonly AgentEvent[]; reports(message: unknown): readonly ProviderReport[] };
}

/** The provider's package is not installed. */
export class ProviderMissingError extends Error {
  override readonly name = 'ProviderMissingError';
  readonly code = 'provider_missing';
}
