/**
 * The opening that the browser tests share: one browser and one server of the studio for all files of a process, and a page
 * of the studio for a file or for each of its tests. Imports see the values that hooks assign.
 */
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { serve } from './static-site.ts';
import { type WatchedPage, watchedPage } from './watched-page.ts';

/** The folder of the built studio. */
export const STUDIO = fileURLToPath(new URL('../../dist/studio/', import.meta.url));

export let browser: Browser;
/** Address of the studio's gallery. */
export let address: string;
export let page: Page;
let watched: WatchedPage;

/** Ended with the process. */
let opened: Promise<[Browser, { address: string }]> | undefined;

/** Opens the browser before the tests of a file. */
export function openBrowser(): void {
  beforeAll(async () => {
    opened ??= Promise.all([launchBrowser(), serve(STUDIO)]);
    [browser, { address }] = await opened;
  });
}

export interface StudioPageOptions extends BrowserContextOptions {
  /** Default: one page for the whole file. */
  perTest?: boolean;
  /** Called with the page before its tests. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** Opens `page` for the tests of a file. Once they end it must have logged no error and asked no other server. */
export function openStudioPage({ perTest = false, prepare, ...options }: StudioPageOptions = {}): void {
  openBrowser();
  (perTest ? beforeEach : beforeAll)(async () => {
    watched = await watchedPage(browser, address, options);
    page = watched.page;
    await prepare?.(page);
  });
  (perTest ? afterEach : afterAll)(async () => {
    await page.close();
    expectNoComplaints(watched);
  });
}

export function expectNoComplaints({ complaints, strangers }: WatchedPage): void {
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
}
