/** The HTML report in a real browser: with and without scripts, light and dark, wide, narrow and printed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlAssets } from '../../src/cli/planning/html-report.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { browserPath, faintTexts, launchBrowser, visit } from '../page/browser.ts';
import { directoryWith } from '../support/directory.ts';
import { planRestructure } from './restructure.ts';

describe.skipIf(browserPath === undefined)('the HTML report in a browser', () => {
  const directory = directoryWith();
  const file = join(directory, 'plan.html');
  const address = pathToFileURL(file).href;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    const { plan, requests, digest } = await planRestructure();
    writeFileSync(file, planHtml(plan, { assets: htmlAssets(), requests, digest, origin: { host: 'api.test' } }));
  });
  afterAll(async () => {
    await browser.close();
  });

  test.each(['light', 'dark'] as const)(
    'all texts have enough contrast in %s colours, without errors and without other requests',
    async (colorScheme) => {
      const { page, complaints } = await visit(browser, address, { colorScheme });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.reload();
      expect(asked).toEqual([address]);
      expect(await page.locator('h1').evaluate('(it) => getComputedStyle(it).fontSize')).not.toBe('32px');
      expect(await faintTexts(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test('without scripts, changes can be filtered by action, and the search field is hidden', async () => {
    const { page } = await visit(browser, address, { javaScriptEnabled: false });
    const shown = page.locator('.changes > li:visible');
    const all = await shown.count();
    await page.getByLabel('to delete (8)').check();
    expect(await shown.count()).toBeLessThan(all);
    expect(await page.locator('.changes > li:visible:not(.delete)').count()).toBe(0);
    expect(await page.locator('.place:visible h3').count()).toBe(await page.locator('.place:has(.delete)').count());
    expect(await page.locator('#find').isVisible()).toBe(false);
    await page.context().close();
  });

  test('the keyboard reaches the content and the parts, and can filter changes by name', async () => {
    const { page } = await visit(browser, address);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#main');
    await page.getByLabel('Name or key').focus();
    await page.keyboard.type('globex');
    await expect.poll(() => page.locator('.changes > li:visible').count()).toBe(1);
    await expect.poll(() => page.locator('#found').innerText()).toBe('1 found');
    await page.getByLabel('Name or key').fill('nothing is called so');
    await expect.poll(() => page.getByText('No change matches.').isVisible()).toBe(true);
    await page.context().close();
  });

  test('a narrow or printed page does not overflow, and the filter is not printed', async () => {
    const { page } = await visit(browser, address, { viewport: { width: 390, height: 800 } });
    const excess = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(await excess()).toBe(0);
    expect(await page.locator('.curves').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await excess()).toBe(0);
    expect(await page.locator('.filter').isVisible()).toBe(false);
    expect(await page.locator('.card').first().isVisible()).toBe(true);
    await page.context().close();
  });

  test('parts are landmarks with headings, and tables have row and column headers', async () => {
    const { page } = await visit(browser, address);
    for (const name of ['High-risk 10', 'URLs 7', 'Navigation 1', 'Changes 26'])
      expect(
        await page.getByRole('region', { name, exact: true }).getByRole('heading', { level: 2, name }).count(),
        name,
      ).toBe(1);
    expect(await page.getByRole('rowheader').first().innerText()).toMatch(/^\//);
    expect(await page.getByRole('columnheader', { name: 'New URL' }).count()).toBe(1);
    expect(
      await page
        .getByRole('group', { name: 'Navigation of Acme Docs, before and after' })
        .getByRole('listitem')
        .count(),
    ).toBe(29);
    await page.context().close();
  });
});
