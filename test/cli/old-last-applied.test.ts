/** Tests that removing a resource removes the recorded state of its lists, so that a later resource with the same key starts without it. */
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

/** The ledger without the lines that only inform branches about former entries. */
async function ledger(): Promise<string> {
  const text = await readFile(join(place.directory, 'docform.ledger.json'), 'utf8');
  return text.replaceAll(/^.*"gone":.*\n/gm, '');
}

/** Declares an unmanaged team of two people under the key of a former team, with an empty exact roster. */
async function plannedFor(teams: string): Promise<string> {
  const { items } = await place.ask('GET', 'members');
  await place.ask('PUT', 'teams', { title: 'Deck hands', members: items.slice(0, 2).map(({ id }) => id) });
  await place.write(text(teams));
  return (await place.docform(['plan'])).stdout;
}

test('the first plan of a resource that reuses the key of a renamed resource deletes nothing', async () => {
  await start();
  expect((await place.docform(['mv', 'teams/crew', 'support'])).exit).toBe(0);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await ledger()).not.toContain('teams/crew');
  expect(await ledger()).toContain('"teams/support/members"');
  const shown = await plannedFor(crew.replace('crew:', 'support:') + stranger);
  expect(shown).toContain('the next plan deletes undeclared objects in this list');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});

test('the first plan of a resource that reuses the key of a deleted resource deletes nothing', async () => {
  await start();
  await place.write(text('  other: { title: Other }\n'));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await ledger()).not.toContain('teams/crew');
  const shown = await plannedFor(`  other: { title: Other }\n${stranger}`);
  expect(shown).toContain('the next plan deletes undeclared objects in this list');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});

test('an object created outside docform under a former name is not matched to the removed resource', async () => {
  await start();
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Crew')}`);
  const shown = await plannedFor(stranger);
  expect(shown).toContain('No changes to the platform. Ledger: 1 adopted.');
  expect(shown).not.toMatch(/^ +! ?-|^ +- |to delete/m);
});

test('a line of an older docform version is not used for an object that is pinned to the same key', async () => {
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
