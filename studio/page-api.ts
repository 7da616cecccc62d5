/** What tests and tools can ask of the page from outside, as `window.pliant`. */
export interface PageApi {
  /** Fingerprint of a scene's state after `steps` steps, computed in the page's own thread. */
  runHash(scene: string, steps: number): Promise<string>;
  /** The same from a worker. */
  runHashInWorker(scene: string, steps: number): Promise<string>;
  /** Shows the open scene after `steps` steps, paused; answers how many it took: fewer where there was a fault. */
  showStep(steps: number): Promise<number>;
  /** Fingerprint of the open scene's state, as it is shown. */
  stateHash(): Promise<string>;
  /** The open scene as it stands, close up, as a PNG data URL. */
  picture(width: number, height: number): string;
}

declare global {
  interface Window {
    pliant: PageApi;
  }
}
