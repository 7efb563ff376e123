/** Law: any sequence of requests leaves a valid site structure. */
import fc from 'fast-check';
import { test } from 'vitest';
import { settings } from '../laws/law.ts';
import { type Json, makeSpaces, type Opened, open } from './open.ts';
import { look, requireStructure, type Seen } from './structure.ts';

const actions = [
  'section',
  'deleteSection',
  'group',
  'join',
  'leave',
  'deleteGroup',
  'move',
  'moveGroup',
  'add',
  'remove',
  'default',
  'path',
  'deleteSpace',
] as const;
type Action = readonly [(typeof actions)[number], number, number];

/** One call, which can be refused. `a` and `b` select its objects. */
function act(
  at: Opened,
  site: string,
  seen: Seen,
  spaces: readonly string[],
  [action, a, b]: Action,
): Promise<unknown> {
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)];
  const [section, other] = [pick(seen.sections, a), pick(seen.sections, b)];
  const [group, siteSpace, space] = [pick(seen.groups, a), pick(seen.siteSpaces, a), pick(spaces, b)];
  const relation = a % 2 === 0 ? 'before' : 'after';
  const of = (list: string, one: Json | undefined): string => `${site}/${list}/${one?.id ?? 'none'}`;
  const calls: { readonly [name in Action[0]]: readonly [string, string, object?] } = {
    section: ['POST', `${site}/sections`, { spaceId: space, title: `Section ${a % 3}` }],
    deleteSection: ['DELETE', of('sections', section)],
    group: [
      'POST',
      `${site}/section-groups`,
      { title: `Group ${a}`, sections: section === undefined ? [] : [section.id] },
    ],
    join: ['POST', `${of('section-groups', group)}/sections`, { sectionId: other?.id ?? 'none' }],
    leave: ['DELETE', `${of('section-groups', group)}/sections/${other?.id ?? 'none'}`],
    deleteGroup: ['DELETE', of('section-groups', group)],
    move: [
      'POST',
      `${of('sections', section)}/move`,
      { position: { [relation]: { type: 'site-section', siteSection: other?.id ?? 'none' } } },
    ],
    moveGroup: [
      'POST',
      `${of('section-groups', group)}/move`,
      { position: { [relation]: { type: 'site-section', id: other?.id ?? 'none' } } },
    ],
    add: [
      'POST',
      `${site}/site-spaces`,
      section === undefined ? { spaceId: space } : { spaceId: space, sectionId: section.id },
    ],
    remove: ['DELETE', of('site-spaces', siteSpace)],
    default: ['PATCH', site, { defaultSiteSection: section?.id ?? 'none' }],
    path: ['PATCH', of('sections', section), { path: `section-${b % 4}` }],
    deleteSpace: ['DELETE', `/v1/spaces/${a % 5 === 0 ? space : 'none'}`],
  };
  return at.send(...calls[action]);
}

test('generated requests keep one default, unique paths and spaces, sections with spaces, and whole groups', async () => {
  const index = fc.nat({ max: 11 });
  const script = fc.array(fc.tuple(fc.constantFrom(...actions), index, index), { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const at = open({ seed: 'empty' });
      const spaces = await makeSpaces(at, 'One', 'Two', 'Three');
      const site = `~/sites/${(await at.post('~/sites', { title: 'Docs', spaces: spaces.slice(0, 1) })).id}`;
      for (const step of steps) {
        await act(at, site, await look(at, site), spaces, step);
        requireStructure(await look(at, site));
      }
      at.platform.close();
    }),
    settings(10),
  );
});
