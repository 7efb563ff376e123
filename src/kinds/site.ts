/** Site: created empty or with one new space; everything but type, title and visibility is set by a PATCH after. */
import { listSiteSpaces } from '../contract/site-spaces.ts';
import { createSite, deleteSite, getSite, listSites, updateSite } from '../contract/sites.ts';
import type { Value } from '../core/value.ts';
import { firstLink } from './brought.ts';
import { callWith, defineKind } from './define-kind.ts';
import { choice, flag, ref, text } from './field.ts';
import { itemOf, readItem, textOf, withFields } from './reply.ts';

const types = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'];
const proxyPattern = '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$';

/** The contract writes host and path as one text, and reads them back inside `origin`. */
function proxyOf(value: unknown): string | undefined {
  const origin = textOf(itemOf(value)?.origin);
  return origin?.replace(/^\w+:\/\//, '').replace(/\/+$/, '');
}

export const site = defineKind({
  name: 'site',
  segment: 'sites',
  title: 'site',
  description: 'A published documentation site.',
  key: 'name',
  naturalKeys: [['basename'], ['title']],
  wraps: { child: 'site-space', wrapper: 'section' },
  protectedByDefault: true,
  pruneMustBeNamed: true,
  loss: 'its structure, its share links and its addresses',
  bornAs: 'it is not published: readers do not see it until somebody publishes it on the platform',
  fields: {
    title: text('Name of the site.', { min: 2, max: 128 }),
    type: choice('Plan the site is created for.', types, { isOpen: true, writtenBy: 'create', change: 'note', usual: 'basic' }),
    visibility: choice('Who can read it.', ['public', 'unlisted', 'share-link', 'visitor-auth'], {
      opens: {
        by: 'rise',
        order: [['visitor-auth'], ['share-link'], ['unlisted'], ['public']],
        says: 'more people can read it',
        shuts: 'fewer people can read it',
      },
    }),
    basename: text('Path of the site on the hostname.', { min: 1, max: 100 }, { unique: 'organization', writtenBy: 'update' }),
    proxy: text(
      'Host and path the site is served under, such as `acme.dev/docs`.',
      { max: 512, pattern: proxyPattern },
      { clearable: true, writtenBy: 'update' },
    ),
    agentsContext: choice('Whether agents can read it.', ['excluded', 'included'], {
      writtenBy: 'update',
      opens: { by: 'rise', order: [['excluded'], ['included']], says: 'agents can read it', shuts: 'agents cannot read it any more' },
    }),
    adaptiveContent: flag('Content adapts to the visitor.', {
      writtenBy: 'update',
      usual: false,
      opens: {
        by: 'rise',
        order: [[true], [false]],
        says: 'what is meant for some visitors is no longer kept from the others',
        shuts: 'what is meant for some visitors is kept from the others',
      },
    }),
    defaultSection: ref('section', 'Section served at the root.', { within: 'self', deferred: true, writtenBy: 'update' }),
    defaultSiteSpace: ref('site-space', 'Site-space served at the root of a flat site.', {
      within: 'self',
      deferred: true,
      derived: true,
      firstIsUsual: true,
      writtenBy: 'update',
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listSites, { organizationId: organization }),
    one: ({ organization }, id) => callWith(getSite, { organizationId: organization, siteId: id }),
    // `defaultSection` and `defaultSiteSpace` are flags in the listings of the site's parts.
    decode: (value) => {
      const decoded = readItem(value, { needs: ['title'], may: ['type', 'visibility', 'basename', 'agentsContext'] });
      const item = itemOf(value);
      const adaptiveContent = itemOf(item?.adaptiveContent)?.enabled;
      return decoded && withFields(decoded, { adaptiveContent: adaptiveContent as Value | undefined, proxy: proxyOf(item?.proxy) });
    },
  },
  create: ({ organization, fields: { sample, ...fields }, brings }) => {
    const spaces = brings.some(({ role }) => role === 'space') ? { spaces: sample === true ? 'sample' : 'empty' } : {};
    return callWith(createSite, { organizationId: organization }, { ...fields, ...spaces });
  },
  lookUps: [
    {
      roles: ['space', 'site-space'],
      call: ({ organization }, id) => callWith(listSiteSpaces, { organizationId: organization, siteId: id }),
      find: firstLink,
    },
  ],
  update: ({ organization, id, fields }) => {
    const { adaptiveContent, defaultSection, ...rest } = fields;
    const body = {
      ...rest,
      ...(adaptiveContent === undefined ? {} : { adaptiveContent: { enabled: adaptiveContent } }),
      ...(defaultSection === undefined ? {} : { defaultSiteSection: defaultSection }),
    };
    return [callWith(updateSite, { organizationId: organization, siteId: id }, body)];
  },
  delete: ({ organization, id }) => callWith(deleteSite, { organizationId: organization, siteId: id }),
});
