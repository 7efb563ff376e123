/** Tests the accessibility of the page: width, contrast, keyboard, no scripts. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { browserPath, faintTexts, surroundings, text } from './browser.ts';

describe.skipIf(browserPath === undefined)('in a browser', () => {
  const at = surroundings();
  let pictures: string;

  beforeAll(() => {
    pictures = directoryWith();
  });

  test.each(['small', 'large'] as const)(
    'the page for seed %s has no accessibility violations, wide and narrow, light and dark',
    async (seed) => {
      await at.start({ seed });
      for (const [width, colorScheme] of [
        [1440, 'light'],
        [1440, 'dark'],
        [400, 'light'],
      ] as const) {
        const { page, complaints } = await at.visit('', { viewport: { width, height: 900 }, colorScheme });
        await page.locator('#log-state', { hasText: 'live' }).waitFor();
        expect(await page.locator('#content .tree li').first().isVisible()).toBe(true);
        if (seed === 'large') expect(await page.locator('#sites .tree li').first().isVisible()).toBe(true);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const picture = join(pictures, `${seed}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: picture });
        expect(statSync(picture).size).toBeGreaterThan(10_000);
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    },
  );

  test('every page fits into 400 pixels', async () => {
    await at.start({ seed: 'medium' });
    const { page, complaints } = await at.visit('', { viewport: { width: 400, height: 800 } });
    const links = await page
      .locator('main a[href^="/_platform/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const site = (await page.locator('#sites details').first().getAttribute('id'))?.replace('site-', '');
    for (const path of [
      ...links,
      '/_platform/coverage',
      '/_platform/differences',
      '/_platform/members',
      `/_platform/sites/${site}`,
    ]) {
      await page.goto(at.platform.url + path);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(400);
    }
    expect(complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('every text has enough contrast: %s', async (colorScheme) => {
    await at.start({ seed: 'medium' });
    await at.platform.fetch('/v1/orgs');
    await at.platform.fetch('/v1/nothing');
    const { page } = await at.visit('', { colorScheme });
    await page.locator('#log li').nth(1).waitFor();
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await page.locator('#advance-1d').click();
    await page.locator('#status', { hasText: 'moved' }).waitFor();
    expect(await faintTexts(page)).toEqual([]);
    await page.locator('#open-reset').click();
    expect(await faintTexts(page)).toEqual([]);
    for (const path of ['coverage', 'differences', 'members']) {
      await page.goto(`${at.platform.url}/_platform/${path}`);
      expect(await faintTexts(page), path).toEqual([]);
    }
  });

  test('the keyboard can operate everything', async () => {
    await at.start({ seed: 'medium' });
    const { page } = await at.visit();
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.matches("a, summary") ? document.activeElement.innerText : ""');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    for (let at = 0; at < 12 && !(await focused()).includes('Partner Portal'); at += 1)
      await page.keyboard.press('Tab');
    const portal = page.locator('#sites details', { hasText: 'Partner Portal' });
    expect(await portal.getAttribute('open')).toBeNull();
    await page.keyboard.press('Enter');
    expect(await portal.getAttribute('open')).toBe('');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.locator('#open-reset').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#reset-dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('#reset-dialog').isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('open-reset');
    await page.locator('#clock-freeze').focus();
    await page.keyboard.press('Space');
    await page.locator('#clock-unfreeze').waitFor();
    await page.waitForFunction('document.activeElement.id === "clock-unfreeze"');
  });

  test('every control has a name', async () => {
    await at.start({ seed: 'medium' });
    const { page } = await at.visit();
    await page.locator('#open-snapshots').click();
    const nameless = await page.evaluate(`[...document.querySelectorAll('button, select, input:not([type=hidden]), a')]
      .filter((one) => !(one.innerText.trim() || one.getAttribute('aria-label') || (one.labels && one.labels.length)) && one.getClientRects().length)
      .map((one) => one.outerHTML)`);
    expect(nameless).toEqual([]);
    expect(await page.locator('main').count()).toBe(1);
    for (const role of ['banner', 'main', 'complementary'] as const)
      expect(await page.getByRole(role, { includeHidden: true }).count()).toBe(1);
  });

  test('every page is readable without scripts', async () => {
    await at.start({ seed: 'large' });
    const { page } = await at.visit('', { javaScriptEnabled: false });
    expect(await page.locator('.controls').first().isVisible()).toBe(false);
    expect(await page.locator('.log-tools').isVisible()).toBe(false);
    expect(await page.getByText('The log as JSON').isVisible()).toBe(true);
    const site = page.locator('#sites > .cards > details').nth(9);
    await site.locator('> summary').click();
    await site.getByRole('link').click();
    expect(await text(page, 'h1')).toBe('Documentation 09');
    expect(await page.locator('.tree li').count()).toBe(74);
  });
});
