/** Tests that reads of sites and comments show earlier writes. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, type Opened, open } from './open.ts';
import { requireShown, type Shown } from './shows.ts';

let at: Opened;

beforeEach(() => {
  at = open({ seed: 'medium', now: () => Date.UTC(2026, 5, 17) });
});

const shows = (path: string, write: () => Promise<unknown>, expected: Shown): Promise<void> =>
  requireShown(at, path, write, expected);

const some = (item: object): object => ({ items: expect.arrayContaining([expect.objectContaining(item)]) });

async function siteTitled(title: string): Promise<string> {
  return `~/sites/${(await at.list(`~/sites?title=${title}`))[0]?.id}`;
}

test('changed sites appear in reads and lists', async () => {
  const site = await siteTitled('acme');
  await shows(site, () => at.patch(site, { title: 'Handbook' }), { title: 'Handbook' });
  await shows(
    '~/sites',
    () => at.patch(site, { agentsContext: 'excluded' }),
    some({ title: 'Handbook', agentsContext: 'excluded' }),
  );
});

test('changes of the structure of a site appear in reads and in the published site', async () => {
  const site = await siteTitled('acme');
  const [section] = await at.list(`${site}/sections`);
  const [group] = await at.list(`${site}/section-groups`);
  const [siteSpace] = await at.list(`${site}/site-spaces`);
  const rename = (title: string) => () => at.patch(`${site}/sections/${section?.id}`, { title });
  await shows(`${site}/sections`, rename('Front'), some({ title: 'Front' }));
  await shows(`${site}/published`, rename('Face'), { structure: { type: 'sections' } });
  await shows(
    `${site}/section-groups`,
    () => at.patch(`${site}/section-groups/${group?.id}`, { title: 'More', icon: 'gear' }),
    some({ title: 'More', icon: 'gear' }),
  );
  await shows(
    `${site}/site-spaces`,
    () => at.patch(`${site}/site-spaces/${siteSpace?.id}`, { path: 'elsewhere' }),
    some({ path: 'elsewhere' }),
  );
});

test('changes of visitor claims appear in the schema, its conditions and the segments', async () => {
  const site = await siteTitled('acme');
  const schema = (...names: readonly string[]) => ({
    jsonSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean', description: `Is ${name}` }])),
      additionalProperties: false,
    },
  });
  await at.put(`${site}/adaptive-schema`, schema('first'));
  await shows(`${site}/adaptive-schema`, () => at.put(`${site}/adaptive-schema`, schema('second')), schema('second'));
  await shows(`${site}/adaptive-schema/template-conditions`, () => at.put(`${site}/adaptive-schema`, schema('third')), {
    items: [{ description: 'Is third', condition: 'visitor.claims.third == true' }],
  });
});

test('new events appear in insights and segments', async () => {
  const insights = `${await siteTitled('acme')}/insights`;
  const question = { select: [{ column: 'eventsCount' }], range: 'last24Hours' };
  const ask = async (): Promise<Json> => at.post(`${insights}/events/aggregate`, question);
  const event = {
    type: 'page_view',
    session: { visitorId: 'v1', sessionId: 's1', visitorAuthClaims: { beta: true } },
    location: {},
  };
  const before = await ask();
  await shows(`${insights}/visitor-segments`, () => at.post(`${insights}/events`, { events: [event] }), {
    items: expect.any(Array),
  });
  expect(await ask()).not.toEqual(before);
});

test('changed share links appear in reads', async () => {
  const site = `~/sites/${(await at.post('~/sites', { title: 'Shared', visibility: 'share-link' })).id}`;
  const link = await at.post(`${site}/share-links`, { name: 'Press' });
  await shows(`${site}/share-links`, () => at.patch(`${site}/share-links/${link.id}`, { name: 'Partners' }), {
    items: [{ name: 'Partners' }],
  });
});

test('changed comments and replies of spaces and change requests appear in reads', async () => {
  const spaces = await at.list(`/v1/collections/${(await at.list('~/collections'))[0]?.id}/spaces`);
  const space = `/v1/spaces/${spaces.find(({ title }) => title === 'Home')?.id}`;
  for (const base of [`${space}/comments`, `${space}/change-requests/1/comments`]) {
    const write = (path: string, markdown: string) => () => at.post(path, { body: { markdown } });
    await shows(base, write(base, 'New'), some({ body: { markdown: 'New' } }));
    const [comment] = await at.list(base);
    const path = `${base}/${comment?.id}`;
    await shows(path, () => at.put(path, { body: { markdown: 'Newer' }, resolved: true }), { status: 'resolved' });
    await shows(`${path}/replies`, write(`${path}/replies`, 'Why?'), some({ body: { markdown: 'Why?' } }));
    const [reply] = await at.list(`${path}/replies`);
    await at.get(`${path}/replies/${reply?.id}`);
    if (base === `${space}/comments`) {
      const edited = { body: { markdown: 'Why not?' } };
      await shows(`${path}/replies/${reply?.id}`, () => at.put(`${path}/replies/${reply?.id}`, edited), edited);
    }
    await shows(`${path}/replies/${reply?.id}`, () => at.delete(path), 404);
  }
});
