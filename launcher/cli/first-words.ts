/** Help for a user who runs `mcp-pruner` in a terminal, although the server is meant for agents that use pipes. */
export const FIRST_WORDS = `mcp-pruner shortens what agents read, and keeps the full text.

This command is the server that an agent starts; it has nothing to say in a terminal. To set it up:

  mcp-pruner init --dry-run   what would change in your agents' settings
  mcp-pruner init             sets up the agents that are installed
  mcp-pruner init --on        shortens results of their own tools, too
  mcp-pruner doctor           what works, and how to fix what does not
  mcp-pruner stats            what it has saved

mcp-pruner help has the rest.
`;
