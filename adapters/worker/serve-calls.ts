/** The worker's end: serves one call after the other. */
import type { Calls, Message, Request } from './calls.ts';

/** Sends news to the page, as a part of the call that is served. */
export type Post<News> = (news: News, transfer?: readonly ArrayBuffer[]) => void;

export type Handlers<C extends Calls<C>> = {
  [Name in keyof C]: (
    parameters: Parameters<C[Name]>[0],
  ) => Awaited<ReturnType<C[Name]>> | Promise<Awaited<ReturnType<C[Name]>>>;
};

/** Serves the page that started this worker. Bytes that a call returns are transferred, not copied. */
export function serveCalls<C extends Calls<C>, News>(handlersFor: (post: Post<News>) => Handlers<C>): void {
  const port = openPort();
  let serving = 0;
  const handlers = handlersFor((news, transfer = []) =>
    port.post({ during: serving, news } satisfies Message<News>, transfer),
  );
  let served = Promise.resolve(); // a scene with rigid bodies takes a moment to open
  port.listen(({ id, call, parameters }: Request<C>) => {
    served = served.then(async () => {
      serving = id;
      try {
        const result = await handlers[call](parameters as never);
        const transfer = result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : [];
        port.post({ answer: id, result } satisfies Message<News>, transfer);
      } catch (error) {
        const failed = error instanceof Error ? error.message : String(error);
        port.post({ answer: id, failed } satisfies Message<News>, []);
      }
    });
  });
}

interface Port {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  listen(each: (message: never) => void): void;
}

function openPort(): Port {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads')?.parentPort;
  if (node)
    return {
      post: (message, transfer) => node.postMessage(message, transfer),
      listen: (each) => void node.on('message', (message) => each(message as never)),
    };
  const page = globalThis as unknown as Worker;
  return {
    post: (message, transfer) => page.postMessage(message, [...transfer]),
    listen: (each) => page.addEventListener('message', ({ data }) => each(data as never)),
  };
}
