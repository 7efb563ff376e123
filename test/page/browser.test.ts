/** Tests the page in a browser: buttons, log, updates. */
import { describe, expect, test } from 'vitest';
import { browserPath, surroundings, text } from './browser.ts';

describe.skipIf(browserPath === undefined)('in a browser', () => {
  const at = surroundings();

  test('the clock can be frozen, moved, and reset to real time', async () => {
    await at.start({ seed: 'small' });
    const { page, complaints } = await at.visit();
    await page.getByRole('button', { name: 'Freeze', exact: true }).click();
    await page.locator('#clock-unfreeze').waitFor();
    const before = Date.parse(at.platform.clock.read().now);
    expect(Date.parse(`${await text(page, '#clock time')}Z`)).toBe(Math.floor(before / 1000) * 1000);
    await page.getByRole('button', { name: 'Advance the clock by eight days' }).click();
    await page.locator('#status', { hasText: 'moved by 8d' }).waitFor();
    expect(Date.parse(`${await text(page, '#clock time')}Z`)).toBe(
      Math.floor(before / 1000) * 1000 + 8 * 24 * 60 * 60 * 1000,
    );
    expect(at.platform.clock.read()).toMatchObject({
      isFrozen: true,
      now: new Date(before + 8 * 24 * 60 * 60 * 1000).toISOString(),
    });
    await page.getByRole('button', { name: 'Real time' }).click();
    await page.locator('#clock-freeze').waitFor();
    expect(await text(page, '.clock .badge')).toBe('real time');
    expect(complaints).toEqual([]);
  });

  test('a snapshot can be taken and restored, and a reset restores the first state', async () => {
    await at.start({ seed: 'small' });
    const { digest } = at.platform.state();
    const { page, complaints } = await at.visit();
    await page.locator('#open-snapshots').click();
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('button', { name: 'Restore before' }).waitFor();
    await at.send('PUT', '~/teams', { title: 'Writers' });
    expect(at.platform.state().digest).not.toBe(digest);
    await page.getByRole('button', { name: 'Restore before' }).click();
    await page.locator('#status', { hasText: 'restored' }).waitFor();
    expect(at.platform.state().digest).toBe(digest);
    expect(await text(page, '#snapshots-dialog [role=status]')).toBe('Snapshot before was restored.');
    await page.keyboard.press('Escape');
    await at.send('PUT', '~/teams', { title: 'Writers' });
    await page.locator('#people', { hasText: 'Writers' }).waitFor();
    await page.locator('#open-reset').click();
    await page.getByRole('button', { name: 'Reset now' }).click();
    await page.locator('#status', { hasText: 'The state was reset' }).waitFor();
    expect(at.platform.state().digest).toBe(digest);
    expect(await page.locator('#people', { hasText: 'Writers' }).count()).toBe(0);
    expect(await page.locator('#log li').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('after a reset to another seed, the page shows the new state', async () => {
    await at.start({ seed: 'small' });
    const { page } = await at.visit();
    await page.locator('#open-reset').click();
    await page.locator('select[name=seed]').selectOption('medium');
    await page.getByLabel('Seed number').fill('7');
    await page.getByRole('button', { name: 'Reset now' }).click();
    await page.locator('#sites', { hasText: 'Acme Docs' }).waitFor();
    expect(await text(page, '#state dd')).toBe('medium 7');
  });

  test('faults can be listed and removed', async () => {
    await at.start({ seed: 'small' });
    at.platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 503 } });
    const { page } = await at.visit();
    await page.getByRole('button', { name: '1 fault' }).click();
    await page.locator('#faults-list', { hasText: 'listTeams: status, status 503' }).waitFor();
    await page.getByRole('button', { name: /^Remove the fault/ }).click();
    await page.locator('#faults-list', { hasText: 'None.' }).waitFor();
    expect(at.platform.faults.list()).toEqual([]);
  });

  test('the log shows requests as they arrive, with filter and pause, without secrets or markup', async () => {
    await at.start({ seed: 'medium' });
    const { page, complaints } = await at.visit();
    await page.locator('#log-state', { hasText: 'live' }).waitFor();
    await at.platform.fetch(`/v1/orgs/${at.platform.organization}/sites?limit=3&shareKey=geheim`);
    await page.locator('#log li', { hasText: 'listSites' }).waitFor();
    expect(await text(page, '#log .path')).toBe(`/v1/orgs/${at.platform.organization}/sites?limit=3&shareKey=hidden`);
    await at.platform.fetch(`/v1/orgs/${at.platform.organization}/teams`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"<img src=x> \\u202e"}',
    });
    await page.locator('#log li', { hasText: 'createTeam' }).waitFor();
    expect(await text(page, '#log li .title')).toBe('createTeam');
    await page.locator('#log summary').first().click();
    expect(await text(page, '#log pre')).toContain('"title": "<img src=x> ⟨U+202E⟩"');
    expect(await page.locator('img').count()).toBe(0);
    await page.getByLabel('Method').selectOption('GET');
    expect(await page.locator('#log li').count()).toBe(1);
    await page.getByLabel('Status').selectOption('4');
    expect(await text(page, '#log-empty')).toBe('No matching requests.');
    await page.getByLabel('Method').selectOption('');
    await page.getByRole('button', { name: 'Pause' }).click();
    await at.platform.fetch('/v1/nothing');
    await page.locator('#log-state', { hasText: 'paused, 1 new' }).waitFor();
    expect(await page.locator('#log li').count()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    expect(await text(page, '#log .refused')).toBe('404');
    expect(complaints).toEqual([]);
  });

  test('the page shows new objects, and keeps expanded parts and the focus', async () => {
    await at.start({ seed: 'medium' });
    const { page } = await at.visit();
    await page.locator('#log-state', { hasText: 'live' }).waitFor();
    const summary = page.locator('#sites summary', { hasText: 'Partner Portal' });
    await summary.click();
    await at.send('POST', '~/sites', { title: 'New portal' });
    await page.locator('#sites summary', { hasText: 'New portal' }).waitFor();
    expect(await page.locator('#sites details', { hasText: 'Partner Portal' }).first().getAttribute('open')).toBe('');
    expect(await page.evaluate('document.activeElement.innerText')).toContain('Partner Portal');
    await page.getByLabel('Follow changes').uncheck();
    await at.send('PUT', '~/teams', { title: 'Unseen' });
    await page.locator('#log li', { hasText: 'createTeam' }).waitFor();
    expect(await page.locator('#people', { hasText: 'Unseen' }).count()).toBe(0);
  });

  test('the page reconnects to a restarted platform, with its state and log', async () => {
    await at.start({ seed: 'small' });
    await at.platform.fetch('/v1/orgs');
    await at.platform.fetch('/v1/orgs');
    const { page } = await at.visit();
    await page.locator('#log li').nth(1).waitFor();
    const port = Number(new URL(at.platform.url).port);
    await at.platform.close();
    await page.locator('#log-state', { hasText: 'not connected' }).waitFor();
    await at.start({ seed: 'medium', port });
    await page.locator('#log-state', { hasText: 'live' }).waitFor();
    await page.locator('#sites', { hasText: 'Acme Docs' }).waitFor();
    await at.platform.fetch('/v1/nothing');
    await page.locator('#log li', { hasText: 'unknown operation' }).waitFor();
    expect(await page.locator('#log li').count()).toBe(1);
  });

  test('long parts are loaded on demand, and stay expanded', async () => {
    await at.start({ seed: 'large' });
    const { page, complaints } = await at.visit();
    const site = page.locator('#sites > .cards > details').nth(7);
    await site.locator('> summary').click();
    await site.locator('.tree li').first().waitFor();
    expect(await site.locator('.tree li').count()).toBe(74);
    await page.locator('#content details').first().locator('> summary').click();
    await page.locator('#content details li').first().waitFor();
    await page.locator('#people details').nth(3).locator('> summary').click();
    await page.locator('#people details').nth(3).locator('tbody tr').first().waitFor();
    expect(await page.locator('#people details').nth(3).locator('tbody tr').count()).toBe(20);
    expect(complaints).toEqual([]);
  });
});
