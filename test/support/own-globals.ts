/** The runtime's own `Request` and `Response`, kept across the test files of a process. */
const kept = globalThis as typeof globalThis & { runtimeClasses?: { Request: unknown; Response: unknown } };
kept.runtimeClasses ??= { Request, Response };

// Hono’s server replaces both classes for the whole process. Modules of later test files would get its classes, and the
// MCP SDK would not recognize the runtime’s own responses.
for (const [name, value] of Object.entries(kept.runtimeClasses)) Object.defineProperty(globalThis, name, { value });
