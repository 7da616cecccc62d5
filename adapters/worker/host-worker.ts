/** Workers of browsers and of Node behind one interface. */

export interface HostWorker {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** `failed` is called with the reason when the worker fails or ends. */
  listen(each: (message: never) => void, failed: (reason: string) => void): void;
  stop(): void;
}

export function browserWorker(worker: Worker): HostWorker {
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    listen(each, failed) {
      worker.onmessage = ({ data }) => each(data as never);
      worker.onerror = (event) => {
        event.preventDefault(); // the reason is reported to the caller
        failed(event.message || 'it did not start, or stopped without a message');
      };
    },
    stop: () => worker.terminate(),
  };
}

export function nodeWorker(worker: import('node:worker_threads').Worker): HostWorker {
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(each, failed) {
      worker.on('message', (message) => each(message as never));
      worker.on('error', ({ message }) => failed(message));
      worker.on('exit', (code) => failed(`it ended with code ${code}`));
    },
    stop: () => void worker.terminate(),
  };
}
