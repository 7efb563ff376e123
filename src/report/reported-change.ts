/** A change as reports show it: title, id, fields, group key and losses, computed once. */
import { keyIn } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { once, onceFor } from '../core/once.ts';
import { type AffectedObject, type Blocked, type FieldChange, openingFields } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { code, line, type ReportList } from './lines.ts';
import { isUsualReason, someNames } from './words.ts';

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

export function isName(field: string): boolean {
  return names.includes(field);
}

/** Undefined if the title equals the key. */
export function displayTitleOf(change: ChangeView): string | undefined {
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
export function growthOf(
  { title }: Pick<ChangeView, 'title'>,
  { field, before, after }: FieldChange,
): string | undefined {
  if (!isName(field) || typeof before !== 'string' || typeof after !== 'string' || before !== title || before === after)
    return undefined;
  return before !== '' && after.startsWith(before) ? after.slice(before.length) : undefined;
}

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
