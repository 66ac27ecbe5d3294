/** Memory of a process after a full garbage collection, in bytes. */
export interface Memory {
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
  /** Resident memory, including what the allocators keep for later. */
  readonly resident: number;
}

export interface MemoryProbe {
  measure(): Promise<Memory>;
  close(): void;
}

const USAGE = 'JSON.stringify(process.memoryUsage())';

/** Connects to a Node process that runs with `--inspect`, at the address that it printed. */
export async function probeMemory(address: string): Promise<MemoryProbe> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`nobody is at ${address}`)));
  });
  let ids = 0;
  const ask = (method: string, params: object = {}): Promise<{ result?: { value?: string } }> =>
    new Promise((resolve) => {
      const id = ++ids;
      const onMessage = ({ data }: MessageEvent): void => {
        const { id: answered, result } = JSON.parse(String(data));
        if (answered !== id) return;
        socket.removeEventListener('message', onMessage);
        resolve(result);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    async measure() {
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.evaluate', { expression: USAGE });
      const { heapUsed, external, rss } = JSON.parse(result?.value ?? '{}');
      return { heap: heapUsed, external, resident: rss };
    },
    close: () => socket.close(),
  };
}
