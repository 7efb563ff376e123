/** The fields whose effect the audience model judges. */
import type { KindName } from '../../core/state.ts';

/** The kinds and fields whose risk is decided by the growth of an audience. */
const judgedFields: { readonly [kind: KindName]: readonly string[] } = {
  organization: ['emailDomains', 'defaultRole', 'inviteLinks'],
  'link-invite': ['role'],
  member: ['role'],
  'team-permission': ['role'],
  'member-permission': ['role'],
  collection: ['defaultLevel', 'parent'],
  space: ['defaultLevel', 'collection', 'copyOf'],
  site: ['visibility', 'published', 'adaptiveContent'],
  section: ['condition', 'draft', 'group'],
  'section-group': ['draft', 'group'],
  'external-link': ['condition', 'draft', 'group'],
  'site-space': ['condition', 'draft'],
  'share-link': ['active'],
};

export function isJudged(kind: KindName, field: string | undefined): boolean {
  return field !== undefined && judgedFields[kind]?.includes(field) === true;
}
