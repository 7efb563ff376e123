/** Accepts all invitations of an e-mail address. */

import { notFound } from '../http/errors.ts';
import { nameIn } from '../resources/people.ts';
import type { Context } from '../rules/context.ts';
import { addObject, findNamed, uniqueKey } from '../rules/objects.ts';
import { userWithEmail } from '../rules/tokens.ts';

export function acceptInvitations(context: Context, email: string): { organizations: readonly string[] } {
  const { store, now } = context;
  const address = email.toLowerCase();
  const user = userWithEmail(context.store, address) ?? context.newId();
  const organizations = store.children('organization', '').flatMap(({ id }) => {
    const found = findNamed(context, 'invitation', id, address);
    if (found === undefined) return [];
    const { createdAt: _, ...data } = found.data;
    store.remove(found);
    const place = { parent: id, id: user, uniqueKey: uniqueKey('member', id, address) };
    addObject(context, 'member', place, { ...data, displayName: nameIn(data.email), joinedAt: now });
    return [id];
  });
  if (organizations.length === 0) throw notFound('invitation', email);
  return { organizations };
}
