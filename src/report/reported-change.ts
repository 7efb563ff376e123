/** A change as reports show it: title, id, losses and group key, and its fields, notes and names as lines. */
import { type Address, keyIn, topOf } from '../core/address.ts';
import { groupBy, type NonEmpty } from '../core/group-by.ts';
import { once, onceFor } from '../core/once.ts';
import {
  type AffectedObject,
  type Blocked,
  type Change,
  type FieldChange,
  openingFields,
  restoredText,
} from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import {
  code,
  type FieldLine,
  type Line,
  line,
  type Note,
  pairLine,
  type ReportItem,
  type ReportList,
} from './lines.ts';
import { oneLine, quoted } from './sanitize.ts';
import { differencesOf, valuePair } from './values.ts';
import { actionWords, isUsualReason, moveWords, originTexts, placeText, someNames } from './words.ts';

export interface ReportedChange extends ChangeView {
  readonly key: string;
  /** Missing: no title, or the title equals the key. */
  readonly displayTitle: string | undefined;
  /** Id of a deleted or adopted object, or of the target of a new link whose title could be ambiguous. Approvals cover this id. */
  readonly displayId: string | undefined;
  /** Without fields that repeat the key or the title. */
  readonly shownFields: readonly FieldChange[];
  /** One text for each field that widens access or removes a guard. */
  readonly risks: readonly string[];
  readonly remarks: readonly string[];
  /** Missing for the usual reason of a delete. */
  readonly reason: string | undefined;
  /** Equal for changes that reports can print as one group, if nothing blocks them. */
  readonly groupKey: string;
  /** The texts without the address of the change, which groups share. */
  readonly templated: { readonly lost: readonly string[]; readonly blocked?: Blocked; readonly groupKey: string };
}

/** Memoized. Lists each property, because a spread with more properties takes a hundred times as long, and plans can have many changes. */
export const reportedChange = onceFor((change: ChangeView): ReportedChange => {
  const {
    address,
    kind,
    action,
    id,
    title,
    fields,
    objects,
    beside,
    from,
    why,
    initialState,
    lost,
    notes,
    blocked,
    span,
  } = change;
  const displayTitle = displayTitleOf(change);
  const shownFields = shownFieldsOf(change, displayTitle);
  const groupKey = templateKey(change, shownFields, displayTitle);
  const texts = templatedTexts(change);
  const templated = {
    lost: texts.lost,
    blocked: texts.blocked,
    groupKey: lost.length === 0 ? groupKey : templateKey({ ...change, lost: texts.lost }, shownFields, displayTitle),
  };
  const displayId = displayIdOf(change, displayTitle);
  const risks = openingFields(change).map(({ field, highRisk }) => `${highRisk} (${field})`);
  const remarks = initialState === undefined ? notes : [initialState, ...notes];
  const reason = isUsualReason(change) ? undefined : why;
  // biome-ignore format: the first line is the change, the second line is added for reports.
  const all = {
    address, kind, action, id, title, fields, objects, beside, from, why, initialState, lost, notes, blocked, span,
    key: keyIn(address), displayTitle, displayId, shownFields, risks, remarks, reason, groupKey, templated,
  };
  return all as ReportedChange;
});

const names: readonly string[] = ['title', 'name', 'label'];

function isName(field: string): boolean {
  return names.includes(field);
}

/** Undefined if the title equals the key. */
function displayTitleOf(change: ChangeView): string | undefined {
  const { action, address, title, fields } = change;
  if (title !== undefined) return title;
  if (action !== 'create' && action !== 'delete') return undefined;
  const named = fields.find(({ field, isReference }) => isName(field) && isReference !== true);
  const value = (action === 'create' ? named?.after : named?.before) ?? linkedBy(change)?.title;
  return typeof value === 'string' && value !== keyIn(address) ? value : undefined;
}

function linkedBy({ address, fields, objects }: ChangeView): AffectedObject | undefined {
  const to = fields.flatMap(({ before, after, isReference }) => (isReference === true ? [before, after] : []));
  return objects.find((each) => to.includes(each.address) && keyIn(each.address) === keyIn(address));
}

function displayIdOf(change: ChangeView, called: string | undefined) {
  const { action, id } = change;
  if (action === 'delete' || action === 'replace' || action === 'adopt') return id;
  const linked = action === 'create' && called !== undefined ? linkedBy(change)?.id : undefined;
  return linked === newId ? undefined : linked;
}

const newId = 'new';

function shownFieldsOf({ action, address, fields }: ChangeView, called: string | undefined): readonly FieldChange[] {
  if (action !== 'create' && action !== 'delete') return fields;
  return fields.filter(({ before, after, isReference, highRisk }) => {
    const value = action === 'create' ? after : before;
    if (typeof value !== 'string' || highRisk !== undefined) return true;
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

/** Equal for changes that form a group. Blocked changes stay alone. */
export function groupKeyOf({ action, address, blocked, beside, from, groupKey }: ReportedChange): string {
  return blocked !== undefined || beside !== undefined || from !== undefined ? `alone ${action} ${address}` : groupKey;
}

function templateKey(change: ChangeView, changedFields: readonly FieldChange[], called: string | undefined) {
  const { action, kind, why, initialState, lost, notes } = change;
  const fields = changedFields.map((field) => {
    const grown = growthOf(change, field);
    const { before, after, span: _, ...rest } = field;
    return grown === undefined
      ? [rest, before ?? null, after ?? null, before === undefined, after === undefined]
      : [rest, grown];
  });
  return JSON.stringify([kind, action, fields, why, initialState, lost, notes, called !== undefined]);
}

/** Texts for groups, with `it` or `ADDRESS` in place of the address. */
function templatedTexts({ address, blocked, lost }: ChangeView): Pick<ChangeView, 'lost' | 'blocked'> {
  if (lost.length === 0 && blocked === undefined) return { lost };
  // Compiling the pattern is slow, and most texts do not contain the address.
  const own = once(() => {
    // Only whole addresses: a longer one is another resource.
    const source = `(?<![\\p{L}\\p{N}_/.:@-])${address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}_/@-])`;
    return new RegExp(source, 'gu');
  });
  const replaced = (text: string, word: string) => (text.includes(address) ? text.replace(own(), word) : text);
  const shared = lost.map((text) => replaced(text, 'it'));
  if (blocked === undefined) return { lost: shared };
  const { code, reason, hint, override } = blocked;
  const commands = Object.entries({ hint, override }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, replaced(text, 'ADDRESS')] as const],
  );
  return { lost: shared, blocked: { code, reason: replaced(reason, 'it'), ...Object.fromEntries(commands) } };
}

/** Names new objects, which have no id yet, in references. */
export function withNewNames(changes: readonly ChangeView[]): readonly ChangeView[] {
  const titles = new Map(
    changes.flatMap((change) =>
      change.action === 'create' ? [[change.address, displayTitleOf(change)] as const] : [],
    ),
  );
  return changes.map((change) => {
    const referred = change.fields.flatMap(({ before, after, isReference }) =>
      isReference === true ? [before, after] : [],
    );
    const made = referred.flatMap((address) => {
      const title = typeof address === 'string' ? titles.get(address) : undefined;
      return title === undefined ? [] : [{ address: String(address), id: newId, title, as: 'reference' as const }];
    });
    return made.length === 0 ? change : { ...change, objects: [...change.objects, ...made] };
  });
}

/** Each loss, with the names of the objects. */
export function lossesOf(changes: readonly ReportedChange[]): readonly ReportList[] {
  const all = changes.flatMap(({ lost, displayTitle, key }) =>
    lost.map((what) => ({ what, name: displayTitle ?? key })),
  );
  const items = [...groupBy(all, ({ what }) => what)].map(([what, group]) => {
    const names = group.map(({ name }) => name);
    return { line: line`${code(someNames(names, 12))}: ${what}` };
  });
  return items.length === 0 ? [] : [{ of: 'lost', heading: 'Cannot be reverted', items }];
}

/** Appended words, differences, the remaining value, or both values. `isOne`: the change is not part of a group. */
export function fieldLine(change: ChangeView, field: FieldChange, isOne: boolean): FieldLine {
  const facts = { name: field.field, origin: field.origin === undefined ? '' : originTexts[field.origin] };
  if (change.action === 'unmanage') {
    const kept = field.before === undefined ? line`as it is` : code(withNames(change, field).before);
    return { ...facts, value: line`stays ${kept}` };
  }
  const grown = isOne ? undefined : growthOf(change, field);
  if (grown !== undefined) return { ...facts, value: line`… + ${code(quoted(grown), 'is')}` };
  const parts = field.isReference === true ? [] : differencesOf(field.before, field.after, field);
  if (parts.length > 0) return { ...facts, parts };
  const pair = withNames(change, field);
  if (change.action === 'delete') return { ...facts, value: code(pair.before, 'was') };
  const isNew = field.before === undefined && ['create', 'invite', 'replace', 'record'].includes(change.action);
  return { ...facts, value: isNew ? code(pair.after, 'is') : pairLine(pair) };
}

interface ItemOptions {
  readonly isVerbose?: boolean;
  readonly isHighRisk?: boolean;
  /** High-risk effects of the change, unless a field already has a reason. */
  readonly reasons?: readonly string[];
  /** Address of an earlier change that is blocked for the same reason. */
  readonly cause?: Address | undefined;
}

/** A group of changes below `head`, which each format writes itself. */
export function changeItem(group: Group, head: Line, options: ItemOptions = {}): ReportItem {
  const [change] = group;
  const { isVerbose = false, isHighRisk = false, reasons = [], cause } = options;
  const { action, blocked, risks } = change;
  const isOne = group.length === 1;
  const shown = isVerbose && isOne ? change.fields : change.shownFields;
  return {
    ...{ symbol: actionWords[action].symbol, role: actionWords[action].role, isHighRisk, head },
    fields: shown.map((field) => fieldLine(change, field, isOne)),
    lines: isVerbose && isOne ? surroundings(change) : [],
    notes: [
      ...[...risks, ...reasons].map((text): Note => ({ label: 'high-risk', text, role: 'bad' })),
      ...change.lost.map((text): Note => ({ label: 'cannot be reverted', text, role: 'delete' })),
      ...reasonNotes(change, isVerbose),
    ],
    blocked: blocked && { ...blocked, cause },
  };
}

/** The heads of adopted and restored objects already contain the reason. */
function reasonNotes({ action, why, reason, remarks }: ReportedChange, isVerbose: boolean): readonly Note[] {
  const text = action === 'adopt' || why === restoredText ? undefined : isVerbose ? why : reason;
  return [
    ...(text === undefined ? [] : [{ label: 'why', text, role: 'faint' as const }]),
    ...remarks.map((remark) => ({ label: 'note', text: remark })),
  ];
}

/** The position in the configuration, the container, and contents that a delete also deletes. */
function surroundings({ span, objects }: ReportedChange) {
  const words = { container: 'in', contents: 'together with' } as const;
  return [
    ...(span === undefined ? [] : [line`at ${placeText(span)}`]),
    ...objects.flatMap((each) =>
      each.as === 'container' || each.as === 'contents'
        ? [line`${words[each.as]}: ${code(each.address)} ${code(objectName(each))}`]
        : [],
    ),
  ];
}

/** `above sections/a "A" (id)`. Missing: the position does not change. */
export function besideLine(change: Pick<Change, 'beside' | 'objects'>): Line | undefined {
  const { beside, objects } = change;
  if (beside === undefined) return undefined;
  const name = objectAt(objects, beside.address);
  return line`${moveWords[beside.relation]} ${code(beside.address)}${name && line` ${code(objectName(name))}`}`;
}

/** `teams/docs "Docs" (id) above teams/api`. Without `name` if the place above contains it. */
export function namedLine(change: ReportedChange, name: string): Line {
  const { displayTitle: title, displayId: id } = change;
  const own = name === '' ? '' : code(name);
  const called = title === undefined ? '' : line` ${code(quoted(title))}`;
  return line`${own}${called}${id === undefined ? '' : line` (${code(id)})`}${placeLine(change)}`;
}

/** ` above teams/api was teams/old` */
export function placeLine(change: ReportedChange): Line {
  const beside = besideLine(change);
  return line`${beside && line` ${beside}`}${change.from === undefined ? '' : line` was ${code(change.from)}`}`;
}

function objectAt(objects: readonly AffectedObject[], address: unknown): AffectedObject | undefined {
  return objects.find((each) => each.address === address);
}

/** `"Home" (V2euUoapjerbu1hCxVIv)`, with the full id, which approvals cover. */
function objectName({ id, title }: Pick<AffectedObject, 'id' | 'title'>) {
  return title === undefined ? `(${oneLine(id)})` : `${quoted(title)} (${oneLine(id)})`;
}

export function withNames(
  change: Pick<Change, 'address' | 'objects'>,
  field: FieldChange,
): { readonly before: string; readonly after: string } {
  const { before, after } = valuePair(field, field);
  const named = (value: unknown, text: string): string => {
    if (field.isReference !== true) return text;
    const object = objectAt(change.objects, value);
    return `${plainReference(change.address, value) ?? text}${object === undefined ? '' : ` ${objectName(object)}`}`;
  };
  return { before: named(field.before, before), after: named(field.after, after) };
}

function plainReference(address: string, value: unknown) {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) return undefined;
  if (value.startsWith(`${address}/`)) return value.slice(address.length + 1);
  const top = topOf(address);
  return value.startsWith(top) && /^\/(groups|sections)\//.test(value.slice(top.length))
    ? value.slice(top.length + 1)
    : value;
}
