/** Distinguishes deleted objects from objects that the token cannot see, by requesting single objects. */

import type { Call } from '../contract/endpoint.ts';
import { isSafeId } from '../core/address.ts';
import { jsonObjectOf } from '../core/json.ts';
import type { Unread } from '../core/state.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { Reading } from '../kinds/reading.ts';
import type { Gathering } from './gathering.ts';
import type { Mention } from './mentions.ts';
import { type DecodedListing, decodeListing, type Finding, unreadIn } from './reader.ts';

type Listed = Extract<Reading, { by: 'list' | 'discovery' }>;

/** Adds objects found by id. The list becomes unknown if objects can be hidden and a plan could consider them absent. */
export async function withFoundById(
  gathering: Gathering,
  definition: KindDefinition,
  reading: Listed,
  listing: DecodedListing,
  mentions: readonly Mention[],
  callOf: (id: string) => Call,
): Promise<DecodedListing> {
  const listed = new Set(listing.objects.map(({ id }) => id));
  const ids = [...new Set(mentions.flatMap((mention) => mention.ids))].filter((id) => !listed.has(id) && isSafeId(id));
  const findings = await Promise.all(ids.map((id) => gathering.reader.find(callOf(id))));
  const replies = findings.flatMap((finding) =>
    'reply' in finding && isHere(gathering, finding.reply) ? [finding.reply] : [],
  );
  const known = decodeListing(definition, reading.decode, { items: replies });
  const gone = ids.filter((_, at) => 'isAbsent' in (findings[at] ?? {}));
  const unread =
    (listing.unknown === undefined ? undefined : listing) ??
    findings.map(unreadIn).find((each) => each !== undefined) ??
    (known.unknown === undefined ? undefined : known) ??
    (await absenceReason(gathering, definition, reading, mentions, gone));
  return { ...unread, objects: [...listing.objects, ...known.objects] };
}

export async function hiddenObjectReason(
  gathering: Gathering,
  definition: KindDefinition,
  id: string,
): Promise<Unread | undefined> {
  return (await seesEverything(gathering)) ? undefined : hidden(definition, id);
}

/** Why absence proves nothing. Reads the organization only if a plan depends on it. */
async function absenceReason(
  gathering: Gathering,
  definition: KindDefinition,
  reading: Listed,
  mentions: readonly Mention[],
  [gone]: readonly string[],
): Promise<Unread | undefined> {
  if (
    (gone === undefined && !needsPermissions(gathering, definition, mentions)) ||
    (await seesEverything(gathering, reading))
  )
    return undefined;
  if (gone !== undefined) return hidden(definition, gone);
  return {
    unknown: `this token might not see every ${definition.title}: only an admin's token does`,
    isDenied: true,
  };
}

function hidden({ title }: KindDefinition, id: string): Unread {
  return {
    unknown: `the ${title} ${id} is deleted or not visible to this token: use an admin's token`,
    isDenied: true,
  };
}

/** Whether the list can omit objects, so that the caller's permissions decide. */
export function needsPermissions(
  gathering: Gathering,
  definition: KindDefinition,
  mentions: readonly Mention[],
): boolean {
  const { isWhole, desired } = gathering;
  const { reading, name } = definition;
  if (!('isLeveled' in reading) || reading.isLeveled !== true) return false;
  // Something is matched by name, created or deleted. Everything else was found by its id.
  const isOpen = ({ ids, fields }: Mention) => (ids.length === 0) === (fields !== undefined);
  return isWhole || mentions.some(isOpen) || desired.lists.some(({ kind, prune }) => kind === name && prune === 'all');
}

/** Unknown permissions count as missing. */
async function seesEverything({ readOrganization }: Gathering, reading?: Listed) {
  const finding = await readOrganization();
  const shownWith = reading?.by === 'list' ? reading.shownWith : undefined;
  return isAdmin(finding) || (shownWith !== undefined && mayDo(finding, shownWith));
}

export function isAdmin(organization: Finding): boolean {
  return mayDo(organization, 'admin');
}

function mayDo(organization: Finding, permission: string) {
  const { permissions } = jsonObjectOf('reply' in organization ? organization.reply : undefined);
  return jsonObjectOf(permissions)[permission] === true;
}

/** Objects that moved to another organization can still be requested by id. */
function isHere(gathering: Gathering, reply: unknown) {
  const { organization } = jsonObjectOf(reply);
  return typeof organization !== 'string' || organization === gathering.organization;
}
