/** Sites, of which the create call writes only type, title and visibility, and their share links. */

import type { Static } from '@sinclair/typebox';
import {
  createShareLink,
  deleteShareLink,
  listShareLinks,
  updateShareLink,
} from '../../contract/2025-06/share-links.ts';
import { listSiteSpaces } from '../../contract/2025-06/site-spaces.ts';
import { createSite, deleteSite, getSite, listSites, Site, updateSite } from '../../contract/2025-06/sites.ts';
import {
  Site as GitbookSite,
  publishSite,
  unpublishSite,
  updateSite as updateSiteInGitbook,
} from '../../contract/gitbook/sites.ts';
import type { DefaultLevel } from '../../contract/role-schemas.ts';
import { gitbookDialects } from '../../core/dialect.ts';
import type { Value } from '../../core/state.ts';
import { callOf, defineFieldsOf, defineKind, fieldFromSchema } from '../define-kind.ts';
import { exposureByRank, levelExposure } from '../field.ts';
import { addFields, addGitSync, createDecoder, decodeMembers, objectOrUndefined, textOrUndefined } from '../reading.ts';
import { companionsOfFirstSiteSpace } from './gitbook-structure.ts';

/** The contract writes host and path as one text, and returns both in `origin`. */
function decodeProxy(value: unknown): string | undefined {
  const origin = textOrUndefined(objectOrUndefined(value)?.origin);
  return origin?.replace(/^\w+:\/\//, '').replace(/(?<!\/)\/+$/, '');
}

type Level = Static<typeof DefaultLevel>;

const field = defineFieldsOf(createSite, updateSite);

export const site = defineKind({
  name: 'site',
  segment: 'sites',
  title: 'site',
  description: 'A published documentation site.',
  key: 'name',
  exampleKey: 'docs',
  naturalKeys: [['basename'], ['title']],
  listKey: 'structure',
  wraps: { child: 'site-space', wrapper: 'section' },
  protectedByDefault: true,
  pruneMustBeNamed: true,
  loss: 'its URLs and those of its share links',
  initialState: 'readers cannot see it until you publish it on the platform',
  fields: {
    title: field('title', 'Name of the site.', { example: 'Acme Docs' }),
    type: field('type', 'Pricing plan of the site.', { change: 'note', defaultValue: 'basic' }),
    visibility: field('visibility', 'Audience of the site.', {
      perEnvironment: true,
      exposure: {
        ...exposureByRank(
          [['visitor-auth'], ['share-link'], ['unlisted'], ['public']],
          'more people can read it',
          'fewer people can read it',
        ),
        ofNew: true,
      },
    }),
    published: fieldFromSchema(Site.properties.published, 'Whether readers can open the site.', {
      perEnvironment: true,
      dialects: gitbookDialects,
      writtenBy: 'update',
      initial: false,
      defaultValue: false,
      publishes: true,
      exposure: {
        ...exposureByRank(
          [[false], [true]],
          'readers can open the site',
          'readers can no longer open the site; all its URLs stop working',
        ),
        ofNew: true,
      },
    }),
    redirectMoved: {
      type: { is: 'choice', values: ['live', 'draft'] },
      description:
        'Creates a redirect from each path that a plan moves, and whether it is a draft. Default: no redirects.',
      dialects: ['gitbook'],
      writtenBy: 'create',
      reads: ['redirect'],
    },
    basename: field('basename', 'Path of the site on the hostname.', {
      example: 'docs',
      unique: 'organization',
      perEnvironment: true,
    }),
    proxy: field('proxy', 'Host and path where readers find the site, such as `acme.dev/docs`.', {
      perEnvironment: true,
      example: 'acme.dev/docs',
    }),
    defaultLevel: fieldFromSchema(
      GitbookSite.properties.defaultLevel,
      'Default permission level of members for the site.',
      {
        dialects: ['gitbook'],
        writtenBy: 'update',
        nullIsValue: true,
        defaultValue: 'inherit',
        exposure: levelExposure,
      },
    ),
    agentsContext: field('agentsContext', 'Whether agents can read the site.', {
      dialects: ['2025-06', 'gitbook-0.180'],
      exposure: exposureByRank([['excluded'], ['included']], 'agents can read it', 'agents can no longer read it'),
    }),
    adaptiveContent: fieldFromSchema(
      Site.properties.adaptiveContent.properties.enabled,
      'Whether the content adapts to the visitor.',
      {
        writtenBy: 'update',
        defaultValue: false,
        exposure: exposureByRank(
          [[true], [false]],
          'content for some visitors becomes visible to the others',
          'content for some visitors is hidden from the others',
        ),
      },
    ),
    defaultSection: field.ref('defaultSiteSection', 'section', 'Section at the root URL of the site.', {
      within: 'self',
      deferred: true,
    }),
    default: field.ref('defaultSiteSpace', 'site-space', 'Site-space at the root URL of a flat site.', {
      within: 'self',
      deferred: true,
      derived: true,
      defaultsToFirst: true,
    }),
  },
  reading: {
    by: 'list',
    call: callOf(listSites),
    one: callOf(getSite),
    // The lists of sections and site-spaces contain the defaults. `hostname`, `address` and `hosted` are not fields of
    // the language, and `published` is not in every dialect: docform computes URLs from them.
    decode: (value) => {
      const decoded = decodeMembers(value, {
        needs: ['title'],
        may: ['type', 'visibility', 'basename', 'agentsContext', 'published', 'hostname', 'defaultLevel'],
      });
      const item = objectOrUndefined(value);
      const adaptiveContent = objectOrUndefined(item?.adaptiveContent)?.enabled;
      const addresses = {
        address: textOrUndefined(objectOrUndefined(item?.urls)?.published),
        hosted: textOrUndefined(objectOrUndefined(item?.proxy)?.target),
      };
      const proxy = decodeProxy(item?.proxy);
      return addGitSync(
        item,
        decoded && addFields(decoded, { adaptiveContent: adaptiveContent as Value | undefined, proxy, ...addresses }),
      );
    },
  },
  // The planner adds `sample`.
  create: (step) => {
    const isWithSpace = step.companions.some(({ role }) => role === 'space');
    const spaces = isWithSpace ? { spaces: step.fields.sample === true ? 'sample' : 'empty' } : {};
    return callOf(createSite)({ ...step, body: { ...step.body, ...spaces } });
  },
  lookUps: [
    {
      roles: ['space', 'site-space'],
      call: callOf(listSiteSpaces),
      find: companionsOfFirstSiteSpace,
    },
  ],
  update: (step) => {
    const { adaptiveContent, published, defaultLevel } = step.fields;
    if (published !== undefined) return published ? callOf(publishSite)(step) : callOf(unpublishSite)(step);
    const adaptive = adaptiveContent === undefined ? {} : { adaptiveContent: { enabled: adaptiveContent === true } };
    const body = { ...step.body, ...adaptive };
    if (defaultLevel === undefined) return callOf(updateSite)({ ...step, body });
    const { agentsContext: _, ...others } = body;
    return callOf(updateSiteInGitbook)({ ...step, body: { ...others, defaultLevel: defaultLevel as Level } });
  },
  refusal: (reply) =>
    objectOrUndefined(reply)?.type === 'checkout'
      ? {
          reason: 'the platform requires a payment before it publishes the site',
          hint: 'publish the site on the platform and complete the payment there, then run `docform apply` again',
        }
      : undefined,
  delete: callOf(deleteSite),
});

const shareLinkField = defineFieldsOf(createShareLink, updateShareLink);

export const shareLink = defineKind({
  name: 'share-link',
  segment: 'shareLinks',
  title: 'share link',
  description: 'A secret URL. Anyone who has the URL can read the site.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'globex',
  naturalKeys: [['name']],
  loss: 'its URL: a new share link has another URL',
  fields: {
    name: shareLinkField('name', 'Purpose of the link.', { required: true, example: 'For Globex' }),
    active: shareLinkField('active', 'Whether the link works.', {
      initial: true,
      exposure: {
        ...exposureByRank([[false], [true]], 'anyone who has its URL can read the site', 'its URL stops working'),
        ofNew: true,
      },
    }),
  },
  reading: {
    by: 'list',
    call: callOf(listShareLinks),
    decode: createDecoder({ may: ['name', 'active'] }),
  },
  create: callOf(createShareLink),
  update: callOf(updateShareLink),
  delete: callOf(deleteShareLink),
});
