/** Removes from a platform all that the contract can make anew: members, invites and spaces stay. */
import type { Platform as Reference } from '../../src/server/index.ts';

interface Listed {
  readonly items: readonly { readonly id: string; readonly name?: string; readonly slug?: string; readonly parent?: string }[];
}

export async function wipe(reference: Reference, organization: string): Promise<void> {
  const root = `/v1/orgs/${organization}`;
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${reference.token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await reference.fetch(new Request(`http://platform${path}`, request));
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 || answer.status === 205 ? undefined : await answer.json();
  };
  const list = async (path: string): Promise<Listed['items']> => ((await ask('GET', `${path}?limit=1000`)) as Listed).items;
  await ask('PATCH', root, { defaultContent: null });
  for (const { id } of await list(`${root}/sites`)) await ask('DELETE', `${root}/sites/${id}`);
  for (const { id } of await list(`${root}/saml`)) await ask('DELETE', `${root}/saml/${id}`);
  for (const { id } of await list(`${root}/teams`)) await ask('DELETE', `${root}/teams/${id}`);
  for (const { name } of await list(`${root}/custom-fields`)) await ask('DELETE', `${root}/custom-fields/${name}`);
  for (const { slug } of await list(`${root}/openapi`)) await ask('DELETE', `${root}/openapi/${slug}`);
  for (const { id } of await list(`${root}/translations`)) await ask('DELETE', `${root}/translations/${id}`);
  const collections = await list(`${root}/collections`);
  for (const { id } of collections) {
    for (const space of await list(`/v1/collections/${id}/spaces`)) await ask('POST', `/v1/spaces/${space.id}/move`, { parent: null });
  }
  for (const { id } of collections) await ask('POST', `/v1/collections/${id}/move`, { parent: null });
  for (const { id } of collections) await ask('DELETE', `/v1/collections/${id}`);
}
