/** Reads all spaces of the organization through a member who is an admin, because the contract has no list of spaces. */

import { listMemberSpaces, listMembers } from '../../contract/2025-06/organization-members.ts';
import { type Call, createCall } from '../../contract/endpoint.ts';
import { isSafeId } from '../../core/address.ts';
import { type ReadContext, requireDefinition, requireReading } from './gathering.ts';
import { decodeListing, type Listing } from './reader.ts';

/** An admin can access all spaces; those shown by collections and sites are not complete. */
export async function readAllSpaces(gathering: ReadContext): Promise<Listing> {
  const all = listAllSpacesCall(gathering);
  if (all !== undefined) return gathering.reader.listOnce(all);
  const admin = await findAdmin(gathering);
  if ('items' in admin) return admin;
  return gathering.reader.listOnce(memberSpacesCall(gathering, admin.id));
}

export function callForAllSpaces(gathering: ReadContext): Call | undefined {
  const admin = knownAdmin(gathering);
  return listAllSpacesCall(gathering) ?? (admin === undefined ? undefined : memberSpacesCall(gathering, admin));
}

function memberSpacesCall({ topLevel: { organization } }: Pick<ReadContext, 'topLevel'>, userId: string) {
  return createCall(listMemberSpaces, { path: { organizationId: organization, userId } });
}

function listAllSpacesCall(gathering: ReadContext) {
  return requireReading(gathering, 'space', 'discovery').all?.(gathering.topLevel);
}

function knownAdmin({ mentions }: Pick<ReadContext, 'mentions'>) {
  const admins = (mentions.in(null).get('member') ?? []).filter(({ fields }) => fields?.role === 'admin');
  return admins.flatMap(({ ids }) => ids).find(isSafeId);
}

/** Uses the list of members if it is read anyway; otherwise requests one admin. */
async function findAdmin(gathering: ReadContext): Promise<{ id: string } | Listing> {
  const definition = requireDefinition(gathering, 'member');
  const reading = requireReading(gathering, 'member', 'list');
  const path = { organizationId: gathering.topLevel.organization };
  const listing = gathering.mentions.in(null).has('member')
    ? await gathering.reader.list(reading.call(gathering.topLevel))
    : await readFirstAdmin(gathering, path);
  const admins = decodeListing(definition, reading.decode, listing).objects.filter(
    ({ fields }) => fields.role === 'admin',
  );
  const expected = knownAdmin(gathering);
  return (
    admins.find(({ id }) => id === expected) ??
    admins[0] ?? { unknown: 'no member with role admin is visible', ...listing, items: [] }
  );
}

async function readFirstAdmin(gathering: ReadContext, path: { organizationId: string }): Promise<Listing> {
  const finding = await gathering.reader.find(createCall(listMembers, { path, query: { role: 'admin', limit: 1 } }));
  if (!('reply' in finding)) {
    const unknown = 'unknown' in finding ? finding.unknown : 'the platform has no list of members';
    return { items: [], unknown, failure: finding.failure };
  }
  const items = (finding.reply as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? { items } : { items: [], unknown: 'the list of members is not a list' };
}
