import type * as z from 'zod/mini';
import type { ToolContext, ToolOutcome } from './tool.ts';

/** MCP 2025-11-25, "ToolAnnotations". */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One of several texts that an output is made of. */
export interface OutputText {
  readonly field: string;
  readonly text: string;
  readonly firstLine: number;
}

/** All that is to be known of one tool; `tools/list`, validation, rendering and the docs are made of it. */
export interface ToolDefinition<Args extends object, Result extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly arguments: z.ZodMiniType<Args>;
  /** Shapes of `structuredContent` without `pruning`; made on `tools/list`, not at start. */
  outputSchemas(): { readonly success: z.ZodMiniObject; readonly error: z.ZodMiniObject };
  /** Paths among the arguments, dot-joined with their issue path, that may not leave the root by their own words. */
  pathsOf(args: Args): readonly (readonly [issuePath: string, given: string])[];
  questionOf(args: Args): string | undefined;
  /** Loads what it needs when it first runs: the start does not wait for it. */
  execute(args: Args, context: ToolContext): Promise<ToolOutcome<Result, string>>;
  /** The result as plain text, nothing left out. */
  renderText(result: Result): string;
  /** The same as it is kept where a result shows a part of it; lines of it are had back one by one. Default: the text. */
  renderKept?(result: Result): string;
  /**
   * The texts that a result or a failed call holds, each by its field and with the number that its first line has among
   * those of the call's text. Where the model sees text alone, a question is applied to each of them. Default: `prunable` alone.
   */
  textsOf?(body: Readonly<Record<string, unknown>>): readonly OutputText[];
  /** Fields that hold the output itself: in `text` mode everything else goes to `_meta`. */
  readonly bodyFields: readonly string[];
}

/** A definition among others: what `arguments` lets through is what its own methods take. */
export type AnyTool = ToolDefinition<object, object>;
