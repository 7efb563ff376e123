/** Finds an installed browser, and collects its errors. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type StartedPlatform, type StartOptions, startPlatform } from '../../src/server/index.ts';

const places = [
  process.env.DOCFORM_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].filter((place) => place !== undefined);

/** Undefined without a browser. */
export const browserPath = places.find((place) => existsSync(place));

if (browserPath === undefined) console.warn(`the page is not tried in a browser: none at ${places.join(', ')}`);

export function launchBrowser(): Promise<Browser> {
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-dev-shm-usage',
  ];
  return chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  });
}

export interface Visit {
  readonly page: Page;
  /** Errors of scripts, of loading, and of the content security policy. */
  readonly complaints: readonly string[];
}

export interface Surroundings {
  readonly platform: StartedPlatform;
  start(options: StartOptions): Promise<void>;
  /** Opens `/_platform/{path}`. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Visit>;
  /** Sends a write to the API, which must succeed. `~` is the first organization. */
  send(method: string, path: string, body: unknown): Promise<void>;
}

/** One browser for a group of tests, and a platform for each test. */
export function surroundings(): Surroundings {
  let browser: Browser | undefined;
  let platform: StartedPlatform;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await platform.close();
  });
  afterAll(() => browser?.close());
  return {
    get platform() {
      return platform;
    },
    start: async (options) => {
      platform = await startPlatform(options);
    },
    visit: (path = '', options) => visit(browser as Browser, `${platform.url}/_platform/${path}`, options),
    send: async (method, path, body) => {
      const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await platform.fetch(path.replace('~', `/v1/orgs/${platform.organization}`), init);
      expect(response.status).toBeLessThan(300);
    },
  };
}

/** Opens a URL in a new browser context. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(600_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(address);
  return { page, complaints };
}

export const text = (page: Page, selector: string): Promise<string> => page.locator(selector).first().innerText();

/** Texts with a contrast below 4.5 to 1, with the ratio. */
export function faintTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(contrastScript);
}

/** Runs in the browser: compares each text with the nearest opaque background. */
const contrastScript = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([red, green, blue]) => [red, green, blue]
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  const found = [...document.querySelectorAll('body *')].filter((element) => hasText(element) && element.getClientRects().length > 0);
  const ratio = (element) => {
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(behind(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  if (found.length < 20) return ['only ' + found.length + ' texts were found'];
  return found.filter((element) => ratio(element) < 4.5).map((element) => element.textContent.trim().slice(0, 40) + ': ' + ratio(element).toFixed(2));
})()`;
