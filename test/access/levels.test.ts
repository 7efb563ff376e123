/** For random organizations, every reported level equals that of the platform, and every reason is correct. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '../../src/library/access.ts';
import { openPlatform } from '../../src/library/platform.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';

let platform: StartedPlatform;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'medium', token: 'canary-token-1234' });
});
afterAll(() => platform.close());

const level = fc.constantFrom('inherit', null, 'read', 'comment', 'edit', 'review', 'create', 'admin');
/** Index of the parent collection in the list of the previous ones. 0: top level. */
const inside = fc.nat({ max: 4 });
const place = fc.record({ level, inside });
type SpaceLevel = { readonly level: string | null; readonly inside: number };

/** The reason for a level by the rules of the platform. Undefined: no access. */
function granted(
  role: string | null,
  space: SpaceLevel,
  collections: readonly SpaceLevel[],
): readonly [string, string] | undefined {
  if (role === null) return undefined;
  if (role === 'admin') return ['admin', 'admin'];
  let [at, by] = [space, 'space'];
  let above = collections.length;
  while (at.level === 'inherit') {
    above = at.inside % (above + 1);
    const next = collections[above - 1];
    if (next === undefined) return [role, 'organization'];
    above -= 1;
    [at, by] = [next, 'collection'];
  }
  return at.level === null ? undefined : [at.level, by];
}

const world = fc.record({
  collections: fc.array(place, { maxLength: 4 }),
  spaces: fc.array(place, { minLength: 1, maxLength: 4 }),
});

test('reported levels and reasons match the platform', async () => {
  const opened = await openPlatform({ apiUrl: platform.url, token: platform.token });
  await fc.assert(
    fc.asyncProperty(world, async ({ collections, spaces }) => {
      platform.reset();
      const { list, ask } = speak(platform);
      const root = `/v1/orgs/${platform.organization}`;
      const admin = (await access({ organization: platform.organization, platform: opened, who: null })).spaces;
      const ids: string[] = [];
      const parentOf = (at: SpaceLevel, known: number) => {
        const above = at.inside % (known + 1);
        return above === 0 ? {} : { parent: ids[above - 1] };
      };
      for (const [at, each] of collections.entries()) {
        const { id } = await ask('POST', `${root}/collections`, { title: `C${at}`, ...parentOf(each, at) });
        await ask('PATCH', `/v1/collections/${id}`, { defaultLevel: each.level });
        ids.push(id);
      }
      const made = new Map<string, SpaceLevel>();
      for (const [at, each] of spaces.entries()) {
        const id = admin[at]?.id ?? '';
        await ask('POST', `/v1/spaces/${id}/move`, { parent: parentOf(each, collections.length).parent ?? null });
        await ask('PATCH', `/v1/spaces/${id}`, { defaultLevel: each.level });
        made.set(id, each);
      }
      const told = await access({ organization: platform.organization, platform: opened, hasSiteParts: false });
      expect(told.unknown).toEqual([]);
      for (const { id, role = null } of told.members) {
        const items = await list(`${root}/members/${id}/spaces`);
        const rows = told.spaces.flatMap((space) =>
          space.groups
            .filter(({ members }) => members.some((member) => member.id === id))
            .map((group) => [space.id, group] as const),
        );
        expect(Object.fromEntries(rows.map(([space, group]) => [space, group.level]))).toEqual(
          Object.fromEntries(items.map((item) => [item.space.id, item.permission])),
        );
        for (const [space, at] of made) {
          const group = rows.find(([each]) => each === space)?.[1];
          expect(group && [group.level, group.reason]).toEqual(granted(role, at, collections));
        }
      }
    }),
    { numRuns: 25, seed: 7 },
  );
  await opened.close();
});
