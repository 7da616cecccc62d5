/**
 * Ctrl-C (SIGINT) and SIGTERM. The first signal asks the work to stop at a good point; a second one ends the process at
 * once.
 */

export type Signal = 'SIGINT' | 'SIGTERM';
const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM'];

/** Exit codes by the custom of shells: 128 + the signal's number. */
export const SIGNAL_EXIT: Record<Signal, number> = { SIGINT: 130, SIGTERM: 143 };

export interface SignalWatch {
  /** Signal that arrived, if any. */
  readonly received: Signal | undefined;
  end(): void;
}

export function watchSignals(onSignal: (signal: Signal) => void = () => {}): SignalWatch {
  let received: Signal | undefined;
  const listener = (signal: Signal) => {
    received = signal;
    end();
    onSignal(signal);
  };
  const end = () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return {
    get received() {
      return received;
    },
    end,
  };
}

export function untilSignal(): Promise<Signal> {
  return new Promise((done) => {
    watchSignals(done);
  });
}

/** Lets pending signals and output be processed; long loops must call it regularly. */
export function breathe(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}
