/** Share link: created active; it is switched off by a PATCH after. */
import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from '../contract/share-links.ts';
import { callWith, defineKind } from './define-kind.ts';
import { flag, text } from './field.ts';
import { decodeItem } from './reply.ts';

export const shareLink = defineKind({
  name: 'share-link',
  segment: 'shareLinks',
  title: 'share link',
  description: 'A secret address through which a site is read.',
  parents: ['site'],
  key: 'name',
  naturalKeys: [['name']],
  loss: 'its address stops working and cannot be made again',
  fields: {
    name: text('What the link is for.', { max: 50 }, { required: true }),
    active: flag('Whether the link works.', {
      initial: true,
      writtenBy: 'update',
      opens: {
        by: 'rise',
        order: [[false], [true]],
        says: 'whoever has its address can read the site',
        shuts: 'its address stops working',
      },
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization, parentId }) => callWith(listShareLinks, { organizationId: organization, siteId: parentId }),
    decode: decodeItem({ may: ['name', 'active'] }),
  },
  create: ({ organization, fields, up }) => callWith(createShareLink, { organizationId: organization, siteId: up('site') }, fields),
  update: ({ organization, id, fields, up }) => [
    callWith(updateShareLink, { organizationId: organization, siteId: up('site'), shareLinkId: id }, fields),
  ],
  delete: ({ organization, id, up }) => callWith(deleteShareLink, { organizationId: organization, siteId: up('site'), shareLinkId: id }),
});
