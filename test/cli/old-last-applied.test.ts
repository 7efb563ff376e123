/** What the ledger noted of a list goes with what the list stands in: something else that gets the name later has not been managed before. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const text = (teams: string) => `version: 1\nmembers: { ana@acme.dev: admin }\nteams:\n${teams}`;
const crew = `  crew: { title: Crew, prune: all, members: { ana@acme.dev: owner } }\n`;
const stranger = `  crew: { title: Deck hands, prune: all, members: {} }\n`;

let place: Awaited<ReturnType<typeof workspace>>;
afterEach(() => place.close());

async function start(): Promise<void> {
  place = await workspace(text(crew), 'small');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await ledger()).toContain('"teams/crew/members"');
}

/** Without the lines that only tell branches what it knew before. */
async function ledger(): Promise<string> {
  const text = await readFile(join(place.directory, 'docform.ledger.json'), 'utf8');
  return text.replaceAll(/^.*"gone":.*\n/gm, '');
}

/** A team of two that nobody manages, declared from now on under the name that another one had, with an exact roster of nobody. */
async function plannedFor(teams: string): Promise<string> {
  const { items } = await place.ask('GET', 'members');
  await place.ask('PUT', 'teams', { title: 'Deck hands', members: items.slice(0, 2).map(({ id }) => id) });
  await place.write(text(teams));
  return (await place.docform(['plan'])).stdout;
}

test('after a rename, what is declared anew under the old key gets its first plan without deletes', async () => {
  await start();
  expect((await place.docform(['mv', 'teams/crew', 'support'])).exit).toBe(0);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await ledger()).not.toContain('teams/crew');
  expect(await ledger()).toContain('"teams/support/members"');
  const shown = await plannedFor(crew.replace('crew:', 'support:') + stranger);
  expect(shown).toContain('from the next plan on, what nobody declares in it is deleted; not by this one');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});

test('after a delete as well', async () => {
  await start();
  await place.write(text('  other: { title: Other }\n'));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await ledger()).not.toContain('teams/crew');
  const shown = await plannedFor(`  other: { title: Other }\n${stranger}`);
  expect(shown).toContain('from the next plan on, what nobody declares in it is deleted; not by this one');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});

test('what was made by hand under the name of one that is gone is not taken for it', async () => {
  await start();
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Crew')}`);
  const shown = await plannedFor(stranger);
  expect(shown).toContain('No changes to the platform. State: 1 adopted.');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});

test('a line that an older docform left behind is not that of what is pinned to the name', async () => {
  await start();
  const left = (await readFile(join(place.directory, 'docform.ledger.json'), 'utf8')).replaceAll(
    /"teams\/crew(?=\/members\/|":)/g,
    '"teams/support',
  );
  expect(left).toContain('"teams/crew/members"');
  const { items } = await place.ask('GET', 'members');
  await place.ask('PUT', 'teams', { title: 'Deck hands', members: items.slice(0, 2).map(({ id }) => id) });
  const pinned = stranger.replace('title:', `id: ${await place.titled('teams', 'Deck hands')}, title:`);
  await place.write(text(crew.replace('crew:', 'support:') + pinned));
  await writeFile(join(place.directory, 'docform.ledger.json'), left);
  const shown = (await place.docform(['plan'])).stdout;
  expect(shown).toContain('teams/crew');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});
