/** `Request` and `Response` as the runtime has them, kept across the test files of a process. */
const kept = globalThis as typeof globalThis & { runtimeClasses?: { Request: unknown; Response: unknown } };
kept.runtimeClasses ??= { Request, Response };

// Hono’s server replaces both for its process. Later test files have their modules from there, and the MCP SDK would not
// know the runtime’s own responses any more.
for (const [name, value] of Object.entries(kept.runtimeClasses)) Object.defineProperty(globalThis, name, { value });
