/** A change as every report tells it, computed once: what it is called, which fields are told and how, who else says the same, and what is lost for good. */
import { keyIn, topOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { onceFor } from '../core/once.ts';
import { type AffectedObject, type Blocked, type Change, type FieldChange, openingFields } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { oneLine, quoted } from './sanitize.ts';
import { type Difference, differencesOf, valuePair } from './values.ts';
import { isUsualWhy } from './words.ts';

export interface Told extends ChangeView {
  readonly key: string;
  /** What people call it, beside its key; missing: nothing else than its key. */
  readonly called: string | undefined;
  /** Of what goes or is adopted, its own id; of a new link, that of what it leads to, where a title alone could mean another: whoever approves it approves that one. */
  readonly known: string | undefined;
  /** Without those that say nothing but its key or its title. */
  readonly told: readonly FieldChange[];
  /** What it opens, or which guard it takes away: one text for each field. */
  readonly opens: readonly string[];
  /** What people have to know beside its values. */
  readonly remarks: readonly string[];
  /** Missing: why most deletes happen is told only where everything is. */
  readonly reason: string | undefined;
  /** Equal where the same is to be said of two of them beside their names, and beside what blocks them. */
  readonly said: string;
  /** The same without its own address: what several changes can share. */
  readonly open: { readonly said: string; readonly lost: readonly string[]; readonly blocked?: Blocked };
}

export function toldOf(changes: readonly ChangeView[]): readonly Told[] {
  return changes.map(toldChange);
}

/** Asked again for one of them, it answers with the same. */
export function tellingOnce(): (changes: readonly ChangeView[]) => readonly Told[] {
  const tell = onceFor(toldChange);
  return (changes) => changes.map(tell);
}

/** Each property by its name, as there may be very many changes: a copy with more properties than it had takes a hundred times as long. */
function toldChange(change: ChangeView): Told {
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
  const called = titleOf(change);
  const told = fieldsOf(change, called);
  const said = saidOf(change, told, called);
  const open = withoutAddress(change);
  const opened = lost.length === 0 ? said : saidOf({ ...change, lost: open.lost }, told, called);
  const known = idOf(change, called);
  const opens = openingFields(change).map(({ field, highRisk }) => `${highRisk} (${field})`);
  const remarks = initialState === undefined ? notes : [initialState, ...notes];
  const reason = isUsualWhy(change) ? undefined : why;
  const shared = { lost: open.lost, blocked: open.blocked, said: opened };
  // biome-ignore format: one line for what it is, one for what is told of it.
  const all = {
    address, kind, action, id, title, fields, objects, beside, from, why, initialState, lost, notes, blocked, span,
    key: keyIn(address), called, known, told, opens, remarks, reason, said, open: shared,
  };
  return all as Told;
}

/** The fields that name people and things. */
const names: readonly string[] = ['title', 'name', 'label'];

export function isName(field: string): boolean {
  return names.includes(field);
}

/** What people call it; undefined: its key says the same. */
export function titleOf(change: ChangeView): string | undefined {
  const { action, address, title, fields } = change;
  if (title !== undefined) return title;
  if (action !== 'create' && action !== 'delete') return undefined;
  const named = fields.find(({ field, isReference }) => isName(field) && isReference !== true);
  const value = (action === 'create' ? named?.after : named?.before) ?? linkedBy(change)?.title;
  return typeof value === 'string' && value !== keyIn(address) ? value : undefined;
}

/** Of a link, what it leads to: what has the same key. */
function linkedBy({ address, fields, objects }: ChangeView): AffectedObject | undefined {
  const to = fields.flatMap(({ before, after, isReference }) => (isReference === true ? [before, after] : []));
  return objects.find((each) => to.includes(each.address) && keyIn(each.address) === keyIn(address));
}

function idOf(change: ChangeView, called: string | undefined): string | undefined {
  const { action, id } = change;
  if (action === 'delete' || action === 'replace' || action === 'adopt') return id;
  const linked = action === 'create' && called !== undefined ? linkedBy(change)?.id : undefined;
  return linked === newId ? undefined : linked;
}

/** Stands in the place of an id that is not known yet. */
const newId = 'new';

function fieldsOf({ action, address, fields }: ChangeView, called: string | undefined): readonly FieldChange[] {
  if (action !== 'create' && action !== 'delete') return fields;
  return fields.filter(({ before, after, isReference, highRisk }) => {
    const value = action === 'create' ? after : before;
    if (typeof value !== 'string' || highRisk !== undefined) return true;
    return isReference === true ? keyIn(value) !== keyIn(address) : value !== called && value !== keyIn(address);
  });
}

/** Where the title only grows by the same words, as `" (new)"`: those. Beside the title before, that tells the one after. */
export function growthOf(
  { title }: Pick<ChangeView, 'title'>,
  { field, before, after }: FieldChange,
): string | undefined {
  if (!isName(field) || typeof before !== 'string' || typeof after !== 'string' || before !== title || before === after)
    return undefined;
  return before !== '' && after.startsWith(before) ? after.slice(before.length) : undefined;
}

/** Equal where two of them can be told together: what is blocked stands alone. */
export function togetherKey({ action, address, blocked, beside, from, said }: Told): string {
  return blocked !== undefined || beside !== undefined || from !== undefined ? `alone ${action} ${address}` : said;
}

function saidOf(change: ChangeView, told: readonly FieldChange[], called: string | undefined): string {
  const { action, kind, why, initialState, lost, notes } = change;
  const fields = told.map((field) => {
    const grown = growthOf(change, field);
    const { before, after, span: _, ...rest } = field;
    return grown === undefined
      ? [rest, before ?? null, after ?? null, before === undefined, after === undefined]
      : [rest, grown];
  });
  return JSON.stringify([kind, action, fields, why, initialState, lost, notes, called !== undefined]);
}

/** Texts for several changes that say the same: a sentence says `it` of each, and a command line `ADDRESS`. */
function withoutAddress({ address, blocked, lost }: ChangeView): Pick<ChangeView, 'lost' | 'blocked'> {
  if (lost.length === 0 && blocked === undefined) return { lost };
  // Only the whole address: a longer one names something else.
  const own = new RegExp(
    `(?<![\\p{L}\\p{N}_/.:@-])${address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}_/@-])`,
    'gu',
  );
  const shared = lost.map((text) => text.replace(own, 'it'));
  if (blocked === undefined) return { lost: shared };
  const { code, reason, hint, override } = blocked;
  const commands = Object.entries({ hint, override }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text.replace(own, 'ADDRESS')] as const],
  );
  return { lost: shared, blocked: { code, reason: reason.replace(own, 'it'), ...Object.fromEntries(commands) } };
}

/** A field as text and Markdown tell it: by how much a name grows, part by part, what stays, or both values on one line. */
export type FieldTold =
  | { readonly by: 'growth'; readonly grown: string }
  | { readonly by: 'parts'; readonly parts: readonly Difference[] }
  /** No longer managed. `value`: what stays; missing: what it is cannot be read. */
  | { readonly by: 'kept'; readonly value: string | undefined }
  | { readonly by: 'values'; readonly before: string; readonly after: string };

/** `isOne`: it is told of this change alone. */
export function fieldTold(change: ChangeView, field: FieldChange, isOne: boolean): FieldTold {
  if (change.action === 'unmanage')
    return { by: 'kept', value: field.before === undefined ? undefined : withNames(change, field).before };
  const grown = isOne ? undefined : growthOf(change, field);
  if (grown !== undefined) return { by: 'growth', grown };
  const parts = field.isReference === true ? [] : differencesOf(field.before, field.after, field);
  return parts.length > 0 ? { by: 'parts', parts } : { by: 'values', ...withNames(change, field) };
}

/** `"Home" (V2euUoapjerbu1hCxVIv)`; the whole id, as whoever approves a plan approves that one. */
export function objectName({ id, title }: Pick<AffectedObject, 'id' | 'title'>): string {
  return title === undefined ? `(${oneLine(id)})` : `${quoted(title)} (${oneLine(id)})`;
}

/** ` "Home" (V2euUoapjerbu1hCxVIv)` after the address of an object that is there; nothing after anything else. */
export function nameAfter({ objects }: Pick<Change, 'objects'>, address: unknown): string {
  const object = objects.find((each) => each.address === address);
  return object === undefined ? '' : ` ${objectName(object)}`;
}

/** The same for a value of a field: of one that refers to nothing it is nothing. */
function nameAfterValue(change: Pick<Change, 'objects'>, { isReference }: FieldChange, value: unknown): string {
  return isReference === true ? nameAfter(change, value) : '';
}

/** A field before and after on one line, with the names of what it refers to. */
export function withNames(
  change: Pick<Change, 'address' | 'objects'>,
  field: FieldChange,
): { readonly before: string; readonly after: string } {
  const { before, after } = valuePair(field, field);
  return {
    before: `${plainReference(change.address, field, field.before) ?? before}${nameAfterValue(change, field, field.before)}`,
    after: `${plainReference(change.address, field, field.after) ?? after}${nameAfterValue(change, field, field.after)}`,
  };
}

/** An address stands as such where nothing in it could look like something else; of what stands in the changed object or in the structure of its site, what is below that. */
function plainReference(address: string, { isReference }: FieldChange, value: unknown): string | undefined {
  if (isReference !== true || typeof value !== 'string' || !/^[!-~]+$/.test(value)) return undefined;
  if (value.startsWith(`${address}/`)) return value.slice(address.length + 1);
  const top = topOf(address);
  return /^\/(groups|sections)\//.test(value.slice(top.length)) && value.startsWith(top)
    ? value.slice(top.length + 1)
    : value;
}

/** What a plan makes has no id yet; it is named all the same where something refers to it. */
export function withNewNames(changes: readonly ChangeView[]): readonly ChangeView[] {
  const titles = new Map(
    changes.flatMap((change) => (change.action === 'create' ? [[change.address, titleOf(change)] as const] : [])),
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

/** What applying a plan does for good: each loss once, with all that it is about. */
export interface Loss {
  /** `its address on the site` */
  readonly what: string;
  /** As people call them. */
  readonly of: readonly string[];
}

export function lossesOf(changes: readonly Told[]): readonly Loss[] {
  const all = changes.flatMap(({ lost, called, key }) => lost.map((what) => ({ what, name: called ?? key })));
  return [...groupBy(all, ({ what }) => what)].map(([what, group]) => ({ what, of: group.map(({ name }) => name) }));
}
