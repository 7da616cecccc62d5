/** The page's interface for tests and tools, `window.pliant`. */
export interface PageApi {
  /** Returns the hash of a scene's state after `steps` steps, computed in the page's own thread. */
  runHash(scene: string, steps: number): Promise<string>;
  /** Returns the same, computed in a worker. */
  runHashInWorker(scene: string, steps: number): Promise<string>;
  /** Shows the open scene after `steps` steps, paused. Returns the steps taken: fewer if there was a fault. */
  showStep(steps: number): Promise<number>;
  /** Returns the hash of the state that is shown. */
  stateHash(): Promise<string>;
  /** Returns a close-up of the open scene as a PNG data URL. */
  picture(width: number, height: number): string;
}

declare global {
  interface Window {
    pliant: PageApi;
  }
}
