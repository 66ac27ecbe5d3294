import type { AgentEvent } from '../../runner/agents/agent-event.ts';
import { SERVER_NAME } from '../../runner/config/build-mcp-servers-config.ts';
import { short, showCall } from './show-event.ts';
import type { Spinner } from './spinner.ts';

/** Shows an agent's progress: its intermediate texts, its calls as they happen, and the reasons of failed calls. */
export function createRunView(spinner: Spinner, allowBash: boolean): (event: AgentEvent) => void {
  const calls = new Map<string, Extract<AgentEvent, { kind: 'tool_started' }>>();
  // The last text is the answer, so print a text only once something follows it.
  let said = '';
  return (event) => {
    if (event.kind === 'text') {
      said = event.text;
    } else if (event.kind === 'tool_started') {
      if (said !== '') spinner.print(`  ${short(said)}\n`);
      said = '';
      calls.set(event.id, event);
      spinner.print(`  ${showCall(event)}\n`);
      spinner.say(event.tool);
    } else if (event.kind === 'tool_ended') {
      const { tool = 'a tool', server } = calls.get(event.id) ?? {};
      const refused = !allowBash && server === SERVER_NAME && tool === 'bash';
      const why = refused ? 'it takes --allow-bash' : short(event.why);
      if (event.failed) spinner.print(`  ${tool} failed${why === '' ? '' : `: ${why}`}\n`);
      spinner.say('thinking');
    }
  };
}
