/** Once before all browser tests, which may run two at a time: the pages are built, and there is a browser. */
import { buildWeb } from '../../tools/build-web.mjs';
import { findBrowser } from './browser.ts';

export default async function setup(): Promise<void> {
  await buildWeb();
  findBrowser();
}
