import type * as z from 'zod/mini';
import type { ToolContext, ToolOutcome } from './tool.ts';

/** MCP 2025-11-25, "ToolAnnotations". */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One of the texts that make up an output. */
export interface OutputText {
  readonly field: string;
  readonly text: string;
  readonly firstLine: number;
}

/** Complete definition of a tool. `tools/list`, validation, rendering and the docs are generated from it. */
export interface ToolDefinition<Args extends object, Result extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly arguments: z.ZodMiniType<Args>;
  /** Schemas of `structuredContent` without `pruning`. Created for `tools/list`, to keep the start fast. */
  outputSchemas(): { readonly success: z.ZodMiniObject; readonly error: z.ZodMiniObject };
  /** Returns the path arguments that must lexically stay inside the root, each with its dotted issue path. */
  pathsOf(args: Args): readonly (readonly [issuePath: string, given: string])[];
  questionOf(args: Args): string | undefined;
  /** Runs the tool. It loads its modules on first use, to keep the start fast. */
  execute(args: Args, context: ToolContext): Promise<ToolOutcome<Result, string>>;
  /** Renders the complete result as plain text. */
  renderText(result: Result): string;
  /** Renders the output of a call up to its failure, as blocks of text. Default: nothing. */
  renderFailed?(body: Readonly<Record<string, unknown>>): readonly string[];
  /**
   * Renders the complete result for storage as an artifact, from which single lines can be fetched. Default:
   * `renderText`.
   */
  renderKept?(result: Result): string;
  /**
   * Returns the texts in a result or a failed call, each with its field and the line number where it starts in the
   * call's text. If the model sees only text, a question is applied to each of them. Default: only `prunable`.
   */
  textsOf?(body: Readonly<Record<string, unknown>>): readonly OutputText[];
  /** Fields that hold the output itself. In `text` mode, all others go to `_meta`. */
  readonly bodyFields: readonly string[];
}

/**
 * A definition whose type parameters are unknown. Its methods accept exactly what its own `arguments` schema accepts.
 */
export type AnyTool = ToolDefinition<object, object>;
