import { INSTRUCTIONS, KEPT } from '../../launcher/server/initialize.ts';

/** Name of the skill and of its folder. */
export const SKILL_NAME = 'ask-with-a-question';

const DESCRIPTION =
  'Use when you want to know one thing of a long file, of what a command prints or of many search results (more than about 100 lines), and when a result names an artifact or says that lines were filtered or left out.';

/** A skill that says when to pass a question, in the words of the server's instructions. */
export const ASK_SKILL: string = `---
name: ${SKILL_NAME}
description: ${DESCRIPTION}
---

# Ask with a question

These are tools of the MCP server \`pruner\`. ${INSTRUCTIONS} ${KEPT}

The host's own Read, Bash and Grep take no question: with one they fail.

| You want to know | Call |
| --- | --- |
| how one thing in a long file works | \`read\` with \`file_path\` and \`context_focus_question: "How is the retry delay computed?"\` |
| why a test, a build or an installation failed | \`bash\` with \`command\` and \`context_focus_question: "Which tests fail, and why?"\` |
| which of many matches matter | \`grep\` with \`pattern\` and \`context_focus_question: "Where is the session closed?"\` |
| what a gap has left out | \`read\` with \`start_line\` and \`end_line\`, or \`artifact\` with the \`ref\` that the result names |

Ask for what you want to know, in words that the answer may have: names of functions, messages, options. Leave the
question out if you are about to edit, or need all of it.
`;
