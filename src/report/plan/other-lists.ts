/** The lists of a plan report below the changes: unread lists, pending declarations, notes, and unmanaged objects. */
import { keyIn, listOf } from '../../core/address.ts';
import { groupBy, isEqual, type NonEmpty } from '../../core/compare.ts';
import type { Invitation } from '../../core/pending-marks.ts';
import { withoutPendingStart } from '../../core/pending-words.ts';
import { externalText } from '../../plan/changes/externals.ts';
import { invitedText, withdrawnText } from '../../plan/changes/unresolved.ts';
import type { Pending, PlanView } from '../../plan/result/change.ts';
import { highRiskFields } from '../../plan/result/severity.ts';
import { code, type Item, type List, line, message } from '../blocks/block.ts';
import { reportList } from '../parts/lists.ts';
import { largePeopleGroups, packed, peopleSummary } from '../parts/packed.ts';
import { withheldLines } from '../parts/withheld.ts';
import { quoted } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { unknownText } from '../wording/unknown-words.ts';
import { valuePair } from '../wording/values.ts';
import { actionWords, withdrawnIn } from '../wording/words.ts';

const headings = {
  withheld: 'Not applied (blocked, or dependent on a blocked change)',
  unknown: 'Unknown (these lists could not be read completely; docform creates and deletes nothing in them)',
  /** A person creates the object. */
  toCreate:
    'Pending (create these objects on the platform with exactly these titles, or declare `copyOf:`; the next plan continues)',
  synced: 'Pending (Git Sync creates these objects; docform applies their settings after the next sync)',
  /** A person joins. */
  pending: 'Pending (invite these people on the platform; docform applies their settings after they join)',
  /** docform invited the person, or will. */
  invited: 'Pending (docform applies these settings after the people accept their invitations)',
  withdrawn: 'No longer pending (removed from the configuration before the person joined)',
  /** Needs an object of `toCreate`. */
  waiting: 'Pending (docform creates these objects after the pending objects that they need)',
  external: 'External (managed elsewhere; docform only refers to these objects)',
  notes: 'Notes',
  elsewhere: 'Managed by other configurations',
  unmanaged: 'Not managed',
};

type Of = keyof typeof headings;

export interface OtherListsOptions {
  /** Names for each list. */
  readonly atMost: number;
  /** Names only some people who get a role. */
  readonly isShort?: boolean;
  /** Comments only count unmanaged objects, because their names can be those of people. */
  readonly isComment?: boolean;
}

export function otherLists(
  plan: PlanView,
  { atMost, isShort = false, isComment = false }: OtherListsOptions,
): readonly List[] {
  const { unknown, external, notes, unmanaged } = plan;
  const pending = groupBy(pendingItems(plan, isShort), ({ of }) => of);
  const items: { readonly [O in Of]?: readonly Item[] | undefined } = {
    ...Object.fromEntries(pending),
    withheld: plan.withheld?.map((each) => ({
      head: line`${code(actionWords[each.action].symbol)} ${code(each.address)} (${each.action})`,
      lines: withheldLines(each),
    })),
    unknown: unknown.map((each) => itemOf(each.list, unknownText(each, atMost))),
    external: external.map((each) => itemOf(each.address, `external, ${externalText(each)}`)),
    notes: notes.map(({ address, text }) => itemOf(address, text)),
    elsewhere: unmanaged.flatMap(({ list, objects: { length }, owner }) =>
      owner === undefined ? [] : [itemOf(list, `${length} of ${owner}`)],
    ),
    unmanaged: unmanaged.flatMap(({ list, objects, owner }) => {
      const names = objects.map(({ name }) => quoted(name));
      const text = isComment ? '' : ` (${someNames(names, atMost)})`;
      return owner === undefined ? [itemOf(list, `${names.length}${text}`)] : [];
    }),
  };
  return (Object.keys(headings) as Of[]).flatMap((of) => {
    const own = items[of] ?? [];
    return own.length === 0 ? [] : [reportList(of, headings[of], own)];
  });
}

function itemOf(address: string, text: string): Item {
  return { head: line`${code(address)}: ${message(text)}` };
}

interface PendingLine {
  readonly address: string;
  readonly text: string;
  readonly of: Of;
}

/** Each high-risk declaration alone, and equal others as groups. */
function pendingItems(plan: PlanView, isShort: boolean) {
  const { pending, changes } = plan;
  const invited = [
    ...changes.filter(({ action }) => action === 'invite'),
    ...pending.filter((each) => each.invitation),
  ];
  // Teams name people by the same keys.
  const keys = new Set(invited.map(({ address }) => keyIn(address)));
  const partOf = ({ toCreate, synced, waitsFor, address }: Pending): Of =>
    toCreate
      ? 'toCreate'
      : synced
        ? 'synced'
        : waitsFor !== undefined
          ? 'waiting'
          : keys.has(keyIn(address))
            ? 'invited'
            : 'pending';
  const items = pending.map((each) => ({ ...each, text: textOf(each), of: partOf(each) }));
  const withdrawn = withdrawnIn(plan).map(({ address, why: text = withdrawnText }): PendingLine => {
    return { address, text, of: 'withdrawn' };
  });
  const isHighRisk = (each: Pending) => highRiskFields(each).length > 0;
  const usual = items.filter((each) => !isHighRisk(each));
  const people = usual.filter(({ invitation }) => isShort && !invitation);
  const crowds = people.length === 0 ? [] : largePeopleGroups(people, personsOf, crowdKey);
  const shortened = new Set(crowds.flat());
  return [
    ...items.filter(isHighRisk).map((each) => ({ ...groupOf([each]), isHighRisk: true })),
    ...crowds.map(crowdItem),
    ...groupsOf(usual.filter((each) => !shortened.has(each))),
    ...groupsOf(withdrawn),
  ];
}

type DescribedPending = Pending & PendingLine;

function personsOf({ address, fields }: DescribedPending) {
  return [{ key: keyIn(address), fields }];
}

function crowdKey({ address, isAccepted, of }: DescribedPending) {
  return JSON.stringify([listOf(address), isAccepted, of]);
}

function crowdItem(people: NonEmpty<DescribedPending>) {
  const [{ address, isAccepted, of }] = people;
  const text = peopleSummary(people.flatMap(personsOf));
  return { ...itemOf(`${people.length} of ${listOf(address)}`, isAccepted ? text : `${newInPlan}${text}`), of };
}

function groupsOf(all: readonly PendingLine[]) {
  const groups = groupBy(all, ({ address, text, of }) => JSON.stringify([listOf(address), text, of]));
  return [...groups.values()].map(groupOf);
}

function groupOf(all: NonEmpty<PendingLine>) {
  const [{ address, text, of }] = all;
  const items = all.map((each) => ({ key: keyIn(each.address) }));
  const names = all.length === 1 ? address : `${all.length} of ${listOf(address)}: ${packed(items, { hasIds: false })}`;
  return { ...itemOf(names, text), of };
}

/** `new in this plan: role "admin"; this person becomes an organization admin` */
function textOf({ fields, isAccepted, invitation }: Pending) {
  const values = fields.map((field) => `${field.field} ${valuePair(field, field).after}`).join(', ');
  // The heading of the list already says that the settings are pending.
  const risks = highRiskFields({ fields }).map(({ highRisk }) => withoutPendingStart(highRisk));
  const invited = invitation === undefined ? [] : invitationTexts(invitation, fields);
  const said = [values, ...risks, ...invited].filter((part) => part !== '').join('; ') || 'declared';
  return isAccepted ? said : `${newInPlan}${said}`;
}

const newInPlan = 'new in this plan: ';

/** The platform shows no invitations and cannot change them. */
function invitationTexts(invitation: Invitation, fields: Pending['fields']) {
  const text = invitedText(invitation);
  if (invitation.isUnknown) return [text, 'docform invites this person again only with `--allow ADDRESS`'];
  const others = fields.filter(({ field, after }) => {
    const said = invitation.fields[field];
    return said !== undefined && !isEqual(said, after);
  });
  const differing = others.map(({ field }) => `${field} ${JSON.stringify(invitation.fields[field])}`).join(', ');
  return differing === '' ? [text] : [`${text} with ${differing}, which docform changes after this person joins`];
}
