/** Share link, always created active. */
import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from '../contract/share-links.ts';
import { callOf, defineKind, fieldsOf } from './define-kind.ts';
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
    call: callOf(listShareLinks),
    decode: decodeItem({ may: ['name', 'active'] }),
  },
  create: callOf(createShareLink),
  update: callOf(updateShareLink),
  delete: callOf(deleteShareLink),
});
