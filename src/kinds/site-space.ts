/** Site-space: the link between a site and a space; it never changes its space or its section. */
import { createSiteSpace, deleteSiteSpace, listSiteSpaces, moveSiteSpace, updateSiteSpace } from '../contract/site-spaces.ts';
import { callWith, defineKind, positionOf, type StepInput } from './define-kind.ts';
import { changedCondition, ref, text } from './field.ts';
import { flagged, idIn, itemOf, readItem, textOf, withFields } from './reply.ts';

function pathOf({ organization, id, up }: StepInput) {
  return { organizationId: organization, siteId: up('site'), siteSpaceId: id };
}

export const siteSpace = defineKind({
  name: 'site-space',
  segment: 'spaces',
  title: 'site-space',
  description: 'A space on a site: in a section, or at the root of a flat site.',
  parents: ['section', 'site'],
  key: { field: 'space' },
  naturalKeys: [['space']],
  orderedIn: ['section', 'site'],
  lastStays: true,
  loss: 'its address on the site',
  fields: {
    space: ref('space', 'Space that is shown.', { required: true, writtenBy: 'create', change: 'replace' }),
    path: text('Path within its section or site.', { min: 1, max: 100 }, { unique: 'parent', writtenBy: 'update' }),
    condition: text(
      'When a visitor sees it.',
      { min: 1, max: 1024, format: 'condition' },
      { clearable: true, writtenBy: 'update', after: ['adaptive-schema'], opens: changedCondition },
    ),
  },
  reading: {
    by: 'list',
    // One listing per site; each item tells the section it stands in.
    call: ({ organization, up }) => callWith(listSiteSpaces, { organizationId: organization, siteId: up('site') }),
    decode: (value) => {
      const item = itemOf(value);
      const decoded = readItem(item, { needs: ['path'], may: ['condition'] });
      const space = idIn(item?.space);
      const section = textOf(item?.section);
      if (decoded === undefined || space === undefined) return undefined;
      return flagged(item, { ...withFields(decoded, { space }), ...(section === undefined ? {} : { parentId: section }) });
    },
  },
  create: ({ organization, fields, up }) => {
    const section = up('section');
    const body = { spaceId: fields.space ?? '', ...(section === '' ? {} : { sectionId: section }) };
    return callWith(createSiteSpace, { organizationId: organization, siteId: up('site') }, body);
  },
  update: (step) => [callWith(updateSiteSpace, pathOf(step), step.fields)],
  move: (step) =>
    callWith(
      moveSiteSpace,
      pathOf(step),
      positionOf(step, (_kind, id) => ({ type: 'site-space', siteSpace: id })),
    ),
  delete: (step) => callWith(deleteSiteSpace, pathOf(step)),
});
