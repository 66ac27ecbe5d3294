/** A request that may cost the server far more work than the size of its body suggests. */
export interface CostlyBody {
  readonly name: string;
  readonly path: '/prune' | '/mcp' | '/v1/teams' | '/v1/keys';
  readonly body: string;
}

const call = (name: string, args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{${args}}}}`;

/**
 * Bodies of about `bytes` bytes, for every route that takes one. Each repeats a short part that makes the server do as
 * much work as possible.
 */
export function costlyBodies(bytes: number): readonly CostlyBody[] {
  const fill = (part: string): string => part.repeat(Math.floor(bytes / part.length));
  const keys = (): string => {
    const parts: string[] = [];
    for (let at = 0, size = 0; size < bytes; at++) {
      const part = `,"k${at}":0`;
      parts.push(part);
      size += part.length;
    }
    return parts.join('');
  };
  const prune = (name: string, body: string): CostlyBody => ({ name, path: '/prune', body });
  const mcp = (name: string, tool: string, args: string): CostlyBody => ({
    name,
    path: '/mcp',
    body: call(tool, args),
  });
  const asked = '"query":"apple"';
  const numbered = '"options":{"lineNumbers":true,"includeSpans":true}';
  return [
    prune('documents that are none', `{"goal":"q","documents":[0${fill(',0')}]}`),
    prune('words to preserve that are none', `{"goal":"q","documents":[],"preserve":[0${fill(',0')}]}`),
    prune('a long history', `{"tool_response":"a\\nb","history":[0${fill(',0')}]}`),
    prune('a call of many words', `{"tool_response":"a","tool_call":{"name":"x","input":["a"${fill(',"a"')}]}}`),
    prune('unknown fields', `{${asked},"code":"x"${keys()}}`),
    prune('nested lists', `{${asked},"code":"x","z":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`),
    prune('line feeds', `{${asked},"code":"${fill('\\n')}"}`),
    prune('line feeds of a tool', `{"context_focus_question":"q","tool_response":"${fill('\\n')}"}`),
    prune('line feeds to number', `{"goal":"q",${numbered},"documents":[{"text":"${fill('\\n')}"}]}`),
    prune('short lines, half of them matches', `{${asked},"code":"${fill('apple\\nb\\n')}"}`),
    prune('short lines to number', `{"goal":"a",${numbered},"documents":[{"text":"${fill('a\\nb\\n')}"}]}`),
    prune(
      'a word to preserve that begins late',
      `{"goal":"q","documents":[{"text":"${fill('a')}"}],"preserve":["ba"]}`,
    ),
    prune('quotes', `{${asked},"code":"${fill('\\"')}"}`),
    prune('no JSON', fill('[')),
    mcp('a call of unknown arguments', 'prune_text', `"text":"a"${keys()}`),
    mcp('a call of line feeds', 'prune_text', `"context_focus_question":"q","text":"${fill('\\n')}"`),
    mcp('segments that are none', 'context_stash', `"project_id":"p","segments":[0${fill(',0')}]`),
    mcp('ids that are none', 'context_gc_pin', `"project_id":"p","segment_ids":[0${fill(',0')}]`),
    { name: 'scopes that are none', path: '/v1/keys', body: `{"team":"t","name":"n","scopes":[0${fill(',0')}]}` },
    { name: 'a team of many fields', path: '/v1/teams', body: `{"name":1${keys()}}` },
  ];
}
