/** Variable that names the area for the processes that run its tests. */
export const SOURCE_VARIABLE = 'MCP_PRUNER_MUTATED';
