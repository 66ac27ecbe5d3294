import type { FixtureAnswers, FixtureCall, FixtureQuestion } from './conformance-call.ts';

/** The tools of the suite's scenarios for MCP 2026-07-28 that need input from the client. */

interface AskingTool {
  readonly description: string;
  run(call: FixtureCall): Promise<unknown>;
}

export function form(message: string, field: string, type: 'string' | 'boolean' = 'string'): FixtureQuestion {
  const requestedSchema = { type: 'object', properties: { [field]: { type } }, required: [field] };
  return { method: 'elicitation/create', params: { message, requestedSchema } };
}

function sampling(text: string, maxTokens: number): FixtureQuestion {
  const messages = [{ role: 'user', content: { type: 'text', text } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens } };
}

const ROOTS: FixtureQuestion = { method: 'roots/list', params: {} };
const NAME = form('What is your name?', 'name');
const CONFIRM = form('Please confirm', 'ok', 'boolean');

export const ASKING: Readonly<Record<string, AskingTool>> = {
  test_input_required_result_elicitation: {
    description: 'Asks for a name',
    async run({ ask }) {
      const { user_name } = await ask({ user_name: NAME });
      return `Hello, ${(user_name?.['content'] as { name?: string } | undefined)?.name}!`;
    },
  },
  test_input_required_result_sampling: {
    description: 'Asks the model',
    run: ({ ask }) => ask({ capital_question: sampling('What is the capital of France?', 100) }),
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots',
    run: ({ ask }) => ask({ client_roots: ROOTS }),
  },
  test_input_required_result_request_state: {
    description: 'Asks for a confirmation',
    async run({ ask }) {
      await ask({ confirm: CONFIRM });
      return 'state-ok';
    },
  },
  test_input_required_result_tampered_state: {
    description: 'Asks for a confirmation too',
    run: ({ ask }) => ask({ confirm: CONFIRM }),
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks for three things at once',
    run: ({ ask }) => ask({ user_name: NAME, greeting: sampling('Generate a greeting', 50), client_roots: ROOTS }),
  },
  test_input_required_result_multi_round: {
    description: 'Asks for one thing after the other',
    async run({ ask }): Promise<readonly FixtureAnswers[]> {
      const first = await ask({ step1: form('Step 1: What is your name?', 'name') });
      return [first, await ask({ step2: form('Step 2: What is your favorite color?', 'color') })];
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks what the client can be asked',
    run: ({ askSome }) => askSome({ user_name: NAME, greeting: sampling('Generate a greeting', 50) }),
  },
  test_missing_capability: {
    description: 'Needs a model',
    run: ({ ask }) => ask({ greeting: sampling('Generate a greeting', 50) }),
  },
  test_streaming_elicitation: {
    description: 'Asks for a name while it runs',
    run: ({ ask }) => ask({ user_name: NAME }),
  },
  test_logging_tool: {
    description: 'Logs a line',
    async run({ log }) {
      await log('The tool runs');
      return 'Logged.';
    },
  },
  test_trigger_tool_change: {
    description: 'Changes the list of tools',
    run: async ({ change }) => (await change('tools')) ?? 'Changed.',
  },
  test_trigger_prompt_change: {
    description: 'Changes the list of prompts',
    run: async ({ change }) => (await change('prompts')) ?? 'Changed.',
  },
};
