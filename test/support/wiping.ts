/** Removes from a platform all that the contract can make anew: members, invites and spaces stay. */
import type { Platform as Reference } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';

export async function wipe(reference: Reference): Promise<void> {
  const { list, patch, post, delete: remove } = speak(reference);
  await patch('~', { defaultContent: null });
  for (const kind of ['sites', 'saml', 'teams', 'translations'])
    for (const { id } of await list(`~/${kind}`)) await remove(`~/${kind}/${id}`);
  for (const { name } of await list('~/custom-fields')) await remove(`~/custom-fields/${name}`);
  for (const { slug } of await list('~/openapi')) await remove(`~/openapi/${slug}`);
  const collections = await list('~/collections');
  for (const { id } of collections)
    for (const space of await list(`/v1/collections/${id}/spaces`)) await post(`/v1/spaces/${space.id}/move`, { parent: null });
  for (const { id } of collections) await post(`/v1/collections/${id}/move`, { parent: null });
  for (const { id } of collections) await remove(`/v1/collections/${id}`);
}
