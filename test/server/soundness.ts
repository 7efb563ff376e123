/** Checks a whole state through the lists of the contract. */
import { expect } from 'vitest';
import type { Platform } from '../../src/server/index.ts';
import { type Json, speak } from './open.ts';
import { look, requireStructure } from './structure.ts';

type At = ReturnType<typeof speak>;

/** `users` are ids of possible admins. */
export async function requireSoundness(
  platform: Platform,
  expected: readonly string[],
  users: readonly string[],
): Promise<void> {
  const organizations = new Map<string, At>();
  for (const user of users) {
    const token = speakerOf(platform, user);
    if (token === undefined) continue;
    const at = speak({ fetch: platform.fetch, token, organization: platform.organization });
    for (const { id, permissions } of await at.list('/v1/orgs')) {
      if (permissions.admin) organizations.set(id, speak({ fetch: platform.fetch, token, organization: id }));
    }
  }
  expect([...organizations.keys()].sort(), 'each organization keeps an admin').toEqual([...expected].sort());
  for (const at of organizations.values()) await requireOrganization(at);
}

/** Undefined if the user is no longer a member of any organization. */
function speakerOf(platform: Platform, user: string): string | undefined {
  try {
    return platform.tokenFor(user);
  } catch {
    return undefined;
  }
}

async function requireOrganization(at: At): Promise<void> {
  expect((await at.list('~/members?role=admin')).length).toBeGreaterThan(0);
  const sites = await at.list('~/sites');
  for (const site of sites) {
    const seen = await look(at, `~/sites/${site.id}`);
    requireStructure(seen);
    expect(site.siteSpaces).toBe(seen.siteSpaces.length);
  }
  requireOnce(sites.flatMap(({ urls }) => urls.published ?? []));
  const { defaultContent } = await at.get('~');
  if (defaultContent) expect(sites.map(({ id }) => id)).toContain(defaultContent.site);
  await requireTeams(at);
  await requireCollections(at);
  requireOnce((await at.list('~/custom-fields')).map(({ name }) => name));
  for (const { slug } of await at.list('~/openapi')) await at.get(`~/openapi/${slug}/versions/latest`);
  for (const path of [
    '~/members',
    '~/teams',
    '~/collections',
    '~/sites',
    '~/saml',
    '~/openapi',
    '~/translations',
    '~/custom-fields',
  ]) {
    expect(await at.list(path, 3), `${path}, three by three`).toEqual(await at.list(path));
  }
}

async function requireTeams(at: At): Promise<void> {
  const members = new Set((await at.list('~/members')).map(({ id }) => id));
  const teams = await at.list('~/teams');
  for (const team of teams) {
    const roster = (await at.list(`~/teams/${team.id}/members`)).map(({ organization }) => organization.id);
    expect(team.members).toBe(roster.length);
    requireOnce(roster);
    expect(roster.filter((id) => !members.has(id))).toEqual([]);
  }
  const ids = teams.map(({ id }) => id);
  for (const { defaultTeam } of await at.list('~/saml')) if (defaultTeam) expect(ids).toContain(defaultTeam.id);
}

/** Collections have no cycles, and each space is in at most one. */
async function requireCollections(at: At): Promise<void> {
  const collections = new Map<string, Json>(
    (await at.list('~/collections')).map((collection) => [collection.id, collection]),
  );
  const spaces: string[] = [];
  for (const { id } of collections.values()) {
    const way = new Set<string>();
    for (let up: string | undefined = id; up !== undefined; up = collections.get(up)?.parent) {
      expect(way.has(up), `collection ${id} stands in itself`).toBe(false);
      expect(collections.has(up), `collection ${up} is listed`).toBe(true);
      way.add(up);
    }
    for (const space of await at.list(`/v1/collections/${id}/spaces`)) {
      expect(await at.get(`/v1/spaces/${space.id}`)).toEqual(space);
      spaces.push(space.id);
    }
  }
  requireOnce(spaces);
}

function requireOnce(values: readonly string[]): void {
  expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
}
