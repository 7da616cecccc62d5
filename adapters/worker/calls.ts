/**
 * The protocol between a page and its worker: calls with one answer each, served in their order, and news in between.
 *
 *   page → worker   { id, call, parameters }
 *   worker → page   { answer: id, result } or { answer: id, failed }
 *   worker → page   { during: id, news }, before the answer to that call
 *
 * A worker of your own adds calls to those of `WorldCalls`: `serveCalls` in the worker, `WorkerConnection` in the page.
 */

/** Functions of one parameter, by name. */
// biome-ignore lint/suspicious/noExplicitAny: parameters are those of each call
export type Calls<C> = { [Name in keyof C]: (parameters: any) => unknown };

export interface Request<C> {
  readonly id: number;
  readonly call: keyof C;
  readonly parameters: unknown;
}

export type Message<News> =
  | { readonly answer: number; readonly result: unknown; readonly failed?: undefined }
  | { readonly answer: number; readonly failed: string }
  | { readonly during: number; readonly news: News };
