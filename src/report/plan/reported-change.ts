/** A change as reports show it: title, id, losses and group key, and its fields, notes and names as lines. */
import { type Address, keyIn, topLevelAddress } from '../../core/address.ts';
import type { NonEmpty } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import { cachePerObject } from '../../core/once.ts';
import type { AffectedObject, Change, ChangeView, FieldChange } from '../../plan/result/change.ts';
import { highRiskFields } from '../../plan/result/severity.ts';
import { code, type FieldLine, type Item, type Line, line, type Note, pairLine } from '../blocks/block.ts';
import { allowedText } from '../parts/allowed.ts';
import { placeText } from '../wording/place-words.ts';
import { oneLine, quoted } from '../wording/sanitize.ts';
import { differencesOf, valuePair, valueText } from '../wording/values.ts';
import { actionWords, moveWords, originTexts } from '../wording/words.ts';

export type ReportedChange = ReturnType<typeof reportedChange>;

/** Memoized. The change comes last, because a spread in front of more properties takes ten times as long. */
export const reportedChange = cachePerObject((change: ChangeView) => {
  const { address, action, initialState, notes } = change;
  const displayTitle = displayTitleOf(change);
  const shownFields = shownFieldsOf(change, displayTitle);
  return {
    key: keyIn(address),
    /** Missing: no title, or the title equals the key. */
    displayTitle,
    /** Id of a deleted or adopted object, or of the target of a new link whose title could be ambiguous. Approvals cover this id. */
    displayId: displayIdOf(change, displayTitle),
    /** Without fields that repeat the key or the title. */
    shownFields,
    /** One text for each field that widens access or removes a guard. */
    risks: highRiskFields(change).map(({ field, highRisk: what }) => ({ what, field })),
    remarks: withoutMissing(initialState, ...notes),
    /** Missing for the usual reason of a delete, which only verbose output prints. */
    reason: action === 'delete' && change.cause === 'undeclared' ? undefined : change.why,
    /** Equal for changes that reports print as one group. */
    groupKey: groupKeyOf(change, shownFields, displayTitle),
    ...change,
  };
});

function isName(field: string) {
  return ['title', 'name', 'label'].includes(field);
}

function displayTitleOf(change: ChangeView): string | undefined {
  const { action, address, title, fields } = change;
  if (title !== undefined) return title;
  if (action !== 'create' && action !== 'delete') return undefined;
  const named = fields.find(({ field, isReference }) => isName(field) && isReference !== true);
  const value = (action === 'create' ? named?.after : named?.before) ?? linkedBy(change)?.title;
  return typeof value === 'string' && value !== keyIn(address) ? value : undefined;
}

/** The addresses that the fields refer to, before and after. */
export function referencesIn({ fields }: Pick<ChangeView, 'fields'>): readonly Address[] {
  return fields.flatMap(({ before, after, isReference }) =>
    isReference === true ? [before, after].filter((value) => typeof value === 'string') : [],
  );
}

function linkedBy(change: ChangeView) {
  const to = referencesIn(change);
  return change.objects.find(({ address }) => to.includes(address) && keyIn(address) === keyIn(change.address));
}

function displayIdOf(change: ChangeView, called: string | undefined) {
  const { action, address, id } = change;
  // The address of an undeclared object contains the id.
  if (keyIn(address) === `id:${id}`) return undefined;
  if (action === 'delete' || action === 'replace' || action === 'adopt') return id;
  const linked = action === 'create' && called !== undefined ? linkedBy(change)?.id : undefined;
  return linked === newId ? undefined : linked;
}

const newId = 'new';

function shownFieldsOf(
  { action, address, id, fields }: ChangeView,
  called: string | undefined,
): readonly FieldChange[] {
  if (action !== 'create' && action !== 'delete') return fields;
  return fields.filter(({ before, after, isReference, highRisk }) => {
    const value = action === 'create' ? after : before;
    if (typeof value !== 'string' || highRisk !== undefined) return true;
    // A team member has the id of the person.
    if (isReference === true && value === id) return false;
    return isReference === true ? keyIn(value) !== keyIn(address) : value !== called && value !== keyIn(address);
  });
}

/** The words appended to a title, such as `" (new)"`. */
function growthOf({ title }: Pick<ChangeView, 'title'>, { field, before, after }: FieldChange): string | undefined {
  if (!isName(field) || typeof before !== 'string' || typeof after !== 'string' || before !== title || before === after)
    return undefined;
  return before !== '' && after.startsWith(before) ? after.slice(before.length) : undefined;
}

/** Changes with equal text. */
export type Group = NonEmpty<ReportedChange>;

/** Changes that are blocked, are allowed by a rule, move or are renamed stay alone. */
function groupKeyOf(change: ChangeView, shownFields: readonly FieldChange[], displayTitle: string | undefined) {
  const { action, address, kind, blocked, allowed, beside, from, why, initialState, lost, notes } = change;
  if (blocked !== undefined || allowed !== undefined || beside !== undefined || from !== undefined)
    return `alone ${action} ${address}`;
  const fields = shownFields.map((field) => {
    const grown = growthOf(change, field);
    const { before, after, span: _, ...rest } = field;
    return grown === undefined
      ? [rest, before ?? null, after ?? null, before === undefined, after === undefined]
      : [rest, grown];
  });
  return JSON.stringify([kind, action, fields, why, initialState, lost, notes, displayTitle !== undefined]);
}

/** Names new objects, which have no id yet, in references. */
export function withNewNames(changes: readonly ChangeView[]): readonly ChangeView[] {
  const titles = new Map(
    changes.flatMap((change) =>
      change.action === 'create' ? [[change.address, displayTitleOf(change)] as const] : [],
    ),
  );
  return changes.map((change) => {
    const made = referencesIn(change).flatMap((address) => {
      const title = titles.get(address);
      return title === undefined ? [] : [{ address, id: newId, title, as: 'reference' as const }];
    });
    return made.length === 0 ? change : { ...change, objects: [...change.objects, ...made] };
  });
}

/** Appended words, differences, the remaining value, or both values. `isOne`: the change is not part of a group. */
export function fieldLine(change: ChangeView, field: FieldChange, isOne: boolean): FieldLine {
  const facts = { name: field.field, origin: field.origin === undefined ? '' : originTexts[field.origin] };
  if (change.action === 'unmanage') {
    const kept = field.before === undefined ? line`the value` : code(withNames(change, field).before);
    return { ...facts, value: line`${kept} stays on the platform` };
  }
  const grown = isOne ? undefined : growthOf(change, field);
  if (grown !== undefined) return { ...facts, value: line`… + ${code(valueText(grown), 'is')}` };
  const parts = field.isReference === true ? [] : differencesOf(field.before, field.after, field);
  if (parts.length > 0) return { ...facts, parts };
  const pair = withNames(change, field);
  if (change.action === 'delete') return { ...facts, value: code(pair.before, 'was') };
  const isNew =
    field.before === undefined && ['create', 'invite', 'replace', 'record', 'pending'].includes(change.action);
  return { ...facts, value: isNew ? code(pair.after, 'is') : pairLine(pair) };
}

interface ItemOptions {
  readonly isVerbose?: boolean;
  readonly isHighRisk?: boolean;
  /** Whether the effects of the plan already give this reason for the high risk. */
  readonly isExplained?: (what: string) => boolean;
  /** Address of an earlier change that is blocked for the same reason. */
  readonly cause?: Address | undefined;
}

/** A group of changes below `head`, which each format writes itself. */
export function changeItem(group: Group, head: Line, options: ItemOptions = {}) {
  const [change] = group;
  const { isVerbose = false, isHighRisk = false, isExplained, cause } = options;
  const { action, blocked, allowed = [], risks } = change;
  const isOne = group.length === 1;
  const shown = isVerbose && isOne ? change.fields : change.shownFields;
  return {
    symbol: actionWords[action].symbol,
    role: actionWords[action].role,
    isHighRisk,
    head,
    fields: shown.map((field) => fieldLine(change, field, isOne)),
    lines: isVerbose && isOne ? surroundings(change) : [],
    notes: [
      ...allowed.map((each): Note => ({ label: 'allowed', text: allowedText(each), role: 'bad' })),
      ...risks
        .filter(({ what }) => isExplained?.(what) !== true)
        .map(({ what, field }): Note => ({ label: 'high-risk', text: `${what} (field: ${field})`, role: 'bad' })),
      ...change.lost.map((text): Note => ({ label: 'cannot be reverted', text, role: 'delete' })),
      ...reasonNotes(change, isVerbose),
    ],
    blocked: blocked && { ...blocked, cause },
  } satisfies Item;
}

/** The heads of adopted and restored objects already contain the reason. */
function reasonNotes({ action, cause, why, reason, remarks }: ReportedChange, isVerbose: boolean): readonly Note[] {
  const text = action === 'adopt' || cause === 'restored' ? undefined : isVerbose ? why : reason;
  return [
    ...(text === undefined ? [] : [{ label: 'why', text, role: 'faint' as const }]),
    ...remarks.map((remark) => ({ label: 'note', text: remark })),
  ];
}

/** The position in the configuration, the container, and contents that a delete also deletes. */
function surroundings({ span, objects }: ReportedChange) {
  const words: { readonly [A in AffectedObject['as']]?: string } = { container: 'in', contents: 'together with' };
  return [
    ...(span === undefined ? [] : [line`at ${placeText(span)}`]),
    ...objects
      .filter((each) => words[each.as] !== undefined)
      .map((each) => line`${words[each.as]}: ${code(each.address)} ${code(objectName(each))}`),
  ];
}

/** `above sections/a "A" (id)`. Missing: the position does not change. */
export function besideLine(change: Pick<Change, 'beside' | 'objects'>): Line | undefined {
  const { beside, objects } = change;
  if (beside === undefined) return undefined;
  const name = objects.find(({ address }) => address === beside.address);
  return line`${moveWords[beside.relation]} ${code(beside.address)}${name && line` ${code(objectName(name))}`}`;
}

/** `teams/docs "Docs" (id) above teams/api`. Without `name` if the place above contains it. */
export function namedLine(change: ReportedChange, name: string): Line {
  const { displayTitle: title, displayId: id } = change;
  const own = name === '' ? '' : code(name);
  const called = title === undefined ? '' : line` ${code(quoted(title))}`;
  return line`${own}${called}${id === undefined ? '' : line` (${code(id)})`}${placeLine(change)}`;
}

/** ` above teams/api (renamed from teams/old)` */
export function placeLine(change: ReportedChange): Line {
  const beside = besideLine(change);
  return line`${beside && line` ${beside}`}${change.from === undefined ? '' : line` (renamed from ${code(change.from)})`}`;
}

/** `"Home" (V2euUoapjerbu1hCxVIv)`, with the full id, which approvals cover. */
function objectName({ id, title }: Pick<AffectedObject, 'id' | 'title'>) {
  return title === undefined ? `(${oneLine(id)})` : `${quoted(title)} (${oneLine(id)})`;
}

export function withNames(change: Pick<Change, 'address' | 'objects'>, field: FieldChange) {
  const { before, after } = valuePair(field, field);
  const named = (value: unknown, text: string) => {
    if (field.isReference !== true) return text;
    const object = change.objects.find(({ address }) => address === value);
    // An object without an address has its id in this place, and an id has no slash.
    const isId = object !== undefined && object.id === value && !object.id.includes('/');
    if (isId && object.title !== undefined) return objectName(object);
    return `${plainReference(change.address, value) ?? text}${object === undefined ? '' : ` ${objectName(object)}`}`;
  };
  return { before: named(field.before, before), after: named(field.after, after) };
}

function plainReference(address: string, value: unknown) {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) return undefined;
  if (value.startsWith(`${address}/`)) return value.slice(address.length + 1);
  const top = topLevelAddress(address);
  return value.startsWith(top) && /^\/(groups|sections)\//.test(value.slice(top.length))
    ? value.slice(top.length + 1)
    : value;
}
