/** Pending declarations: each high-risk one alone, and equal others as groups. */
import { keyIn, listOf } from '../core/address.ts';
import { isEqual } from '../core/equal.ts';
import { groupBy, type NonEmpty } from '../core/group-by.ts';
import type { Invitation } from '../core/pending-mark.ts';
import { openingFields, type Pending } from '../plan/change.ts';
import { invitedText, withdrawnText } from '../plan/pending.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { packed } from './packed.ts';
import { areTooMany, isPlainPerson, peopleSummary } from './people-summary.ts';
import { valuePair } from './values.ts';

/** `toCreate`: a person creates the object. `pending`: a person joins. `invited`: docform invited the person, or will. `waiting`: needs one of `toCreate`. */
type PendingPart = 'toCreate' | 'pending' | 'invited' | 'waiting';

type PendingPlan = Pick<PlanView, 'pending' | 'changes'>;

interface PendingGroup {
  /** One address, or the number, list and keys of several; text, number and mark. */
  readonly item: readonly [names: string, text: string, number: number, mark?: '!' | undefined];
  readonly of: PendingPart;
}

/** Accepted declarations that the configuration no longer contains. */
export function withdrawnIn({ pending, changes }: PendingPlan): readonly Pick<ChangeView, 'address' | 'why'>[] {
  const known = new Set(pending.map(({ address }) => address));
  return changes.filter(({ action, address }) => action === 'pending' && !known.has(address));
}

/** Whether docform has invited the person, or will. Teams name people by the same keys. */
function invitedIn({ pending, changes }: PendingPlan): (address: string) => boolean {
  const invited = [
    ...changes.filter(({ action }) => action === 'invite'),
    ...pending.filter((each) => each.invitation),
  ];
  const keys = new Set(invited.map(({ address }) => keyIn(address)));
  return (address) => keys.has(keyIn(address));
}

/** `isShort`: names of only some people who get a role. */
export function pendingGroups(plan: PendingPlan, isShort: boolean): readonly PendingGroup[] {
  const isInvited = invitedIn(plan);
  const partOf = ({ toCreate, waitsFor, address }: Pending): PendingPart =>
    toCreate ? 'toCreate' : waitsFor !== undefined ? 'waiting' : isInvited(address) ? 'invited' : 'pending';
  const told = plan.pending.map((each) => ({ ...each, text: textOf(each), of: partOf(each) }));
  const withdrawn = withdrawnIn(plan).map(({ address, why: text = withdrawnText }) => ({
    address,
    text,
    of: text === withdrawnText ? ('pending' as const) : ('invited' as const),
  }));
  const usual = told.filter((each) => !isHighRisk(each));
  const summarized = isShort ? summarizedPeople(usual) : [];
  const shortened = new Set(summarized.flat());
  return [
    ...told.filter(isHighRisk).map((each) => groupOf([each], '!')),
    ...summarized.map(peopleGroup),
    ...groupsOf(usual.filter((each) => !shortened.has(each))),
    ...groupsOf(withdrawn),
  ];
}

type ToldPending = Pending & Told;

/** People of one list who only get a role, if they are too many to name. */
function summarizedPeople(pending: readonly ToldPending[]): readonly NonEmpty<ToldPending>[] {
  const plain = pending.filter(
    ({ address, fields, invitation }) => !invitation && isPlainPerson({ key: keyIn(address), fields }),
  );
  const lists = groupBy(plain, ({ address, isAccepted, of }) => JSON.stringify([listOf(address), isAccepted, of]));
  return [...lists.values()].filter((own) => areTooMany(own.map(({ address }) => keyIn(address))));
}

function peopleGroup(people: NonEmpty<ToldPending>): PendingGroup {
  const [{ address, isAccepted, of }] = people;
  const text = peopleSummary(people.map(({ address: each, fields }) => ({ key: keyIn(each), fields })));
  return { item: [`${people.length} of ${listOf(address)}`, isAccepted ? text : `new: ${text}`, people.length], of };
}

function isHighRisk({ fields }: Pick<Pending, 'fields'>) {
  return openingFields({ fields }).length > 0;
}

interface Told {
  readonly address: string;
  readonly text: string;
  readonly of: PendingPart;
}

function groupsOf(all: readonly Told[]): readonly PendingGroup[] {
  const groups = groupBy(all, ({ address, text, of }) => JSON.stringify([listOf(address), text, of]));
  return [...groups.values()].map((group) => groupOf(group));
}

function groupOf(all: NonEmpty<Told>, mark?: '!'): PendingGroup {
  const [{ address, text, of }] = all;
  const items = all.map((each) => ({ key: keyIn(each.address) }));
  const names = all.length === 1 ? address : `${all.length} of ${listOf(address)}: ${packed(items, { hasIds: false })}`;
  return { item: [names, text, all.length, mark], of };
}

/** `new: role "admin"; this person becomes an organization admin (role)` */
function textOf({ fields, isAccepted, invitation }: Pending) {
  const values = fields.map((field) => `${field.field} ${valuePair(field, field).after}`).join(', ');
  const risks = openingFields({ fields }).map(
    ({ field, highRisk }) => `${highRisk.replace(/^pending: /, '')} (${field})`,
  );
  const invited = invitation === undefined ? [] : invitationTexts(invitation, fields);
  const said = [values, ...risks, ...invited].filter((part) => part !== '').join('; ') || 'declared';
  return isAccepted ? said : `new: ${said}`;
}

/** The platform shows no invitations and cannot change them. */
function invitationTexts(invitation: Invitation, fields: Pending['fields']) {
  const text = invitedText(invitation);
  if (invitation.isUnknown) return [text, 'docform invites this person again only with --allow ADDRESS'];
  const others = fields.filter(({ field, after }) => {
    const said = invitation.fields[field];
    return said !== undefined && !isEqual(said, after);
  });
  const differing = others.map(({ field }) => `${field} ${JSON.stringify(invitation.fields[field])}`).join(', ');
  return differing === '' ? [text] : [`${text} with ${differing}, which docform changes after this person joins`];
}
