/** Tests an interrupted apply whose configuration has changed since: without changes outside docform there are no conflicts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { openWorkplace } from './crashes.ts';
import { titlesOn } from './gate.ts';

let platform: StartedPlatform;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small' });
});
beforeEach(() => platform.reset());
afterAll(() => platform.close());

const teams = (title: string) => `version: 1\nteams: { docs: { title: ${title} } }\n`;
const collections = (parent: string) => `version: 1
collections: { one: { title: One }, two: { title: Two }, three: { title: Three }, leaf: { title: Leaf, parent: ${parent} } }
`;

const changes = [
  {
    name: 'a title',
    before: teams('Docs'),
    meant: teams('Handbook'),
    instead: teams('Guide'),
    step: 'teams/docs#update',
  },
  {
    name: 'a place',
    before: collections('one'),
    meant: collections('two'),
    instead: collections('three'),
    step: 'collections/leaf#move',
  },
];

test.each(changes)(
  'an apply with another configuration completes after an interrupted apply: $name',
  async ({ before, meant, instead, step }) => {
    const place = await openWorkplace(platform);
    await place.applyOnce(before);
    const moments = await place.record(meant);
    const sent = moments.find(({ line }) => line.includes(`"type":"outcome","step":"${step}"`));
    if (sent === undefined) throw new Error(`no ${step} in ${moments.map(({ line }) => line).join('')}`);
    await place.restore(sent, Buffer.from(sent.journal ?? ''));
    await place.applyOnce(instead);
    expect(await place.isWhole(instead)).toBe(true);
  },
);

test('a change made outside docform since a complete apply is a conflict', async () => {
  const place = await openWorkplace(platform);
  await place.applyOnce(teams('Docs'));
  const { list, patch } = speak(platform);
  const docs = (await list('~/teams')).find(({ title }) => title === 'Docs');
  await patch(`~/teams/${docs?.id}`, { title: 'By hand' });
  await expect(place.applyOnce(teams('Guide'))).rejects.toThrow('teams/docs not-started');
  expect(await titlesOn({ platform })).toContain('teams By hand');
});
