/** Tests places where the contract can be misread. */
import { expect, test } from 'vitest';
import { open } from './open.ts';

const spaceTitled = async (at: ReturnType<typeof open>, title: string): Promise<string> => {
  const [admin] = await at.list('~/members?role=admin&order=asc');
  const spaces = await at.list(`~/members/${admin?.id}/spaces`);
  return spaces.find(({ space }) => space.title === title)?.space.id;
};

test('links of a space count no broken links of change requests', async () => {
  const at = open({ seed: 'medium' });
  const { stats } = await at.get(`/v1/spaces/${await spaceTitled(at, 'Home')}/links`);
  expect(stats.broken).toEqual({ total: expect.any(Number), changeRequest: 0 });
});

test('a section with a too short title is refused', async () => {
  const at = open({ seed: 'medium' });
  const [site] = await at.list('~/sites');
  const spaceId = await spaceTitled(at, 'Home');
  for (const title of ['', 'A', '🚀'])
    expect(await at.refused('POST', `~/sites/${site?.id}/sections`, { spaceId, title })).toBe(400);
  expect((await at.post(`~/sites/${site?.id}/sections`, { spaceId, title: 'AB' })).title).toBe('AB');
});

test('the format emoji accepts only emoji', async () => {
  const at = open({ seed: 'small' });
  const space = `/v1/spaces/${await spaceTitled(at, 'Home')}`;
  for (const emoji of ['1f4a9', '1f468-200d-1f469', '💩', '👨‍👩‍👧', '🇫🇷', '1️⃣', '❤️'])
    expect((await at.patch(space, { emoji })).emoji).toBe(emoji);
  for (const emoji of ['', 'a', 'home', '<b>', '::error::', '1', '💩x', 'x💩'])
    expect(await at.refused('PATCH', space, { emoji })).toBe(400);
});

test('the filter owner lists the teams that the member can manage', async () => {
  const at = open({ seed: 'medium' });
  const teams = await at.list('~/teams');
  for (const member of await at.list('~/members')) {
    const token = at.platform.tokenFor(member.id);
    const said: string[] = [];
    for (const { id } of teams) {
      const request = new Request(`http://platform.test/v1/orgs/${at.platform.organization}/teams/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const answer = await at.platform.fetch(request);
      if (answer.ok && ((await answer.json()) as { permissions: { admin: boolean } }).permissions.admin) said.push(id);
    }
    expect((await at.list(`~/teams?owner=${member.id}`)).map(({ id }) => id)).toEqual(said);
  }
});

test('a boolean claim needs no description', async () => {
  const at = open({ seed: 'medium' });
  const [site] = await at.list('~/sites');
  const path = `~/sites/${site?.id}/adaptive-schema`;
  const unsigned = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false };
  const properties = { partner: { type: 'boolean' }, unsigned };
  await at.put(path, { jsonSchema: { type: 'object', properties, additionalProperties: false } });
  expect((await at.get(path)).jsonSchema.properties).toEqual(properties);
  expect((await at.get(`${path}/template-conditions`)).items[0]).toEqual({
    description: 'partner',
    condition: 'visitor.claims.partner == true',
  });
});
