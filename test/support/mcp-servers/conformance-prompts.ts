import type { ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { form } from './conformance-asking.ts';
import type { FixtureCall } from './conformance-call.ts';
import { PNG } from './conformance-media.ts';

export interface FixturePrompt {
  readonly description: string;
  readonly takes: readonly string[];
  show(
    args: Readonly<Record<string, string>>,
    call: FixtureCall,
  ): readonly ContentBlock[] | Promise<readonly ContentBlock[]>;
}

const text = (shown: string): ContentBlock => ({ type: 'text', text: shown });

export const PROMPTS: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { description: 'A prompt without arguments', takes: [], show: () => [text('A simple prompt.')] },
  test_prompt_with_arguments: {
    description: 'A prompt with two arguments',
    takes: ['arg1', 'arg2'],
    show: ({ arg1, arg2 }) => [text(`A prompt with "${arg1}" and "${arg2}".`)],
  },
  test_prompt_with_embedded_resource: {
    description: 'A prompt that holds a resource',
    takes: ['resourceUri'],
    show: ({ resourceUri = '' }) => [
      { type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'The embedded text.' } },
      text('Go through the resource above.'),
    ],
  },
  test_prompt_with_image: {
    description: 'A prompt that holds an image',
    takes: [],
    show: () => [{ type: 'image', data: PNG, mimeType: 'image/png' }, text('Look at the image above.')],
  },
  test_input_required_result_prompt: {
    description: 'A prompt that asks the user',
    takes: [],
    async show(_, { ask }) {
      const { user_context } = await ask({ user_context: form('What context should the prompt use?', 'context') });
      return [text(`The context: ${JSON.stringify(user_context)}`)];
    },
  },
};

/** A prompt that is added to the list and removed again. */
export const CHANGED_PROMPT: FixturePrompt = {
  description: 'Is there now and then',
  takes: [],
  show: () => [text('Here.')],
};
