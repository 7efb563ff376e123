/** Share link, always created active. */
import { call } from '../contract/endpoint.ts';
import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from '../contract/share-links.ts';
import { defineKind, fieldsOf, siteOf } from './define-kind.ts';
import { decodeItem } from './reading.ts';

const field = fieldsOf(createShareLink, updateShareLink);

export const shareLink = defineKind({
  name: 'share-link',
  segment: 'shareLinks',
  title: 'share link',
  description: 'A secret URL. Anyone who has the URL can read the site.',
  parents: ['site'],
  key: 'name',
  exampleKey: 'globex',
  naturalKeys: [['name']],
  loss: 'its URL, which cannot be recreated',
  fields: {
    name: field('name', 'Purpose of the link.', { required: true, example: 'For Globex' }),
    active: field('active', 'Whether the link works.', {
      initial: true,
      exposure: {
        by: 'rise',
        order: [[false], [true]],
        ofNew: true,
        widens: 'anyone who has its URL can read the site',
        restricts: 'its URL stops working',
      },
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization, parentId }) =>
      call(listShareLinks, { path: { organizationId: organization, siteId: parentId } }),
    decode: decodeItem({ may: ['name', 'active'] }),
  },
  create: (step) => call(createShareLink, { path: siteOf(step), body: step.body }),
  update: (step) => [call(updateShareLink, { path: { ...siteOf(step), shareLinkId: step.id }, body: step.body })],
  delete: (step) => call(deleteShareLink, { path: { ...siteOf(step), shareLinkId: step.id } }),
});
