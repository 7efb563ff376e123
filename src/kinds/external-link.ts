/** External link in the navigation of a site, in the vendor's dialect. */
import { createExternalLink, deleteExternalLink, updateExternalLink } from '../contract/vendor/site-structure.ts';
import { callOf, defineKind, fieldsOf, type StepInput } from './define-kind.ts';
import { conditionWords, draftWords } from './field.ts';
import { inGroup, readItem } from './reading.ts';
import { linkItems, readingInTree, sort } from './vendor-structure.ts';

function moveTo(step: StepInput, group: string | null) {
  return callOf(updateExternalLink)({ ...step, body: { parent: group } });
}

const field = fieldsOf(createExternalLink, updateExternalLink);
// Its create call sends the condition, so no visitor sees the link too early.
const { untilRestricted: _, ...linkDraftWords } = draftWords;

export const externalLink = defineKind({
  name: 'external-link',
  segment: 'links',
  title: 'external link',
  description: 'A link to a page outside the site, in its navigation.',
  dialects: ['vendor'],
  parents: ['site'],
  key: 'name',
  exampleKey: 'status',
  naturalKeys: [['title']],
  narrowedBy: 'group',
  itemWord: 'link',
  orderedIn: ['site', 'section-group'],
  joinsDirectly: true,
  fields: {
    title: field('title', 'Title in the navigation.', { example: 'Status' }),
    url: field('url', 'URL that the link opens.', { example: 'https://status.acme.dev/' }),
    icon: field('icon', 'Name of the icon.', { example: 'signal' }),
    description: field('description', 'Description of the target.', { example: 'Current incidents' }),
    condition: field('condition', 'Visitors see the link only if they meet this condition.', conditionWords),
    group: field.ref('parent', 'section-group', 'Section group that contains the link. `null` means the root.', {
      within: 'site',
      writtenBy: 'move',
    }),
    draft: field('draft', 'Whether the link is a draft, which readers cannot see.', linkDraftWords),
  },
  reading: readingInTree(
    (item) =>
      inGroup(item, readItem(item, { needs: ['title', 'url'], may: ['icon', 'description', 'condition', 'draft'] })),
    linkItems,
  ),
  create: callOf(createExternalLink),
  update: callOf(updateExternalLink),
  move: (step) => sort(step, 'external-link'),
  join: (step) => moveTo(step, step.container ?? null),
  leave: (step) => moveTo(step, null),
  delete: callOf(deleteExternalLink),
});
