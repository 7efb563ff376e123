/** What is said of a change: what it is called, the names of what it refers to, which fields are told, which others say the same, and what is lost for good. */
import { keyIn, topOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Change, FieldChange, Involved } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { oneLine, quoted } from './sanitize.ts';
import { valuePair } from './values.ts';
import { type Painter, someNames } from './words.ts';

/** The fields that name people and things. */
const names: readonly string[] = ['title', 'name', 'label'];

export function isName(field: string): boolean {
  return names.includes(field);
}

/** What people call it, beside its key; undefined: nothing else than its key. */
export function titleOf(change: ChangeView): string | undefined {
  const { action, address, title, fields } = change;
  if (title !== undefined) return title;
  if (action !== 'create' && action !== 'delete') return undefined;
  const named = fields.find(({ field, isReference }) => isName(field) && isReference !== true);
  const value = (action === 'create' ? named?.after : named?.before) ?? linkedBy(change)?.title;
  return typeof value === 'string' && value !== keyIn(address) ? value : undefined;
}

/** Of a link, what it leads to: what has the same key. */
function linkedBy({ address, fields, objects }: ChangeView): Involved | undefined {
  const to = fields.flatMap(({ before, after, isReference }) => (isReference === true ? [before, after] : []));
  return objects.find((each) => to.includes(each.address) && keyIn(each.address) === keyIn(address));
}

/** Of what goes, its own; of a new link, of what it leads to, where a title alone could mean another: whoever approves it approves that one. */
export function idOf(change: ChangeView): string | undefined {
  const { action, id } = change;
  if (action === 'delete' || action === 'replace') return id;
  const linked = action === 'create' ? linkedBy(change) : undefined;
  return linked?.id === newId || titleOf(change) === undefined ? undefined : linked?.id;
}

/** Stands in the place of an id that is not known yet. */
export const newId = 'new';

/** Without those that say nothing but its key or its title. */
export function fieldsOf(change: ChangeView): readonly FieldChange[] {
  const { action, address, fields } = change;
  if (action !== 'create' && action !== 'delete') return fields;
  const title = titleOf(change);
  return fields.filter(({ before, after, isReference, severe }) => {
    const value = action === 'create' ? after : before;
    if (typeof value !== 'string' || severe !== undefined) return true;
    return isReference === true ? keyIn(value) !== keyIn(address) : value !== title && value !== keyIn(address);
  });
}

/** Where the title only grows by the same words, as `" (new)"`: those. Beside the title before, that tells the one after. */
export function growthOf({ title }: Pick<ChangeView, 'title'>, { field, before, after }: FieldChange): string | undefined {
  if (!isName(field) || typeof before !== 'string' || typeof after !== 'string' || before !== title) return undefined;
  return before !== '' && after.startsWith(before) ? after.slice(before.length) : undefined;
}

/** Equal where two of them can be told together: what is blocked stands alone. */
export function saysOf(change: ChangeView): string {
  const { action, address, blocked, beside, from } = change;
  return blocked !== undefined || beside !== undefined || from !== undefined ? `alone ${action} ${address}` : valuesOf(change);
}

/** Equal where the same is to be said of two of them beside their names, and beside what blocks them. */
export function valuesOf(change: ChangeView): string {
  const { action, kind, why, bornAs, lost, notes } = change;
  const fields = fieldsOf(change).map((field) => {
    const grown = growthOf(change, field);
    const { before, after, span: _, ...rest } = field;
    return grown === undefined ? [rest, before ?? null, after ?? null, before === undefined, after === undefined] : [rest, grown];
  });
  return JSON.stringify([kind, action, fields, why, bornAs, lost, notes, titleOf(change) !== undefined]);
}

/** Stands for the address of each where several are told together. */
const own = '{address}';

/** What is said of it, with its own address left open; where a text holds the sign for that itself, as it is. */
export function withoutAddress(change: ChangeView): ChangeView {
  const { address, blocked, lost } = change;
  const all = [...lost, ...(blocked === undefined ? [] : [blocked.reason, blocked.hint ?? '', blocked.override ?? ''])];
  if (all.some((text) => text.includes(own))) return change;
  const open = (text: string) => text.replaceAll(address, own);
  return {
    ...change,
    lost: lost.map(open),
    ...(blocked === undefined
      ? {}
      : {
          blocked: {
            code: blocked.code,
            reason: open(blocked.reason),
            ...(blocked.hint === undefined ? {} : { hint: open(blocked.hint) }),
            ...(blocked.override === undefined ? {} : { override: open(blocked.override) }),
          },
        }),
  };
}

/** `"Home" (V2euUoapjerbu1hCxVIv)`; the whole id, as whoever approves a plan approves that one. */
export function objectName({ id, title }: Pick<Involved, 'id' | 'title'>): string {
  return title === undefined ? `(${oneLine(id)})` : `${quoted(title)} (${oneLine(id)})`;
}

/** ` "Home" (V2euUoapjerbu1hCxVIv)` after the address of an object that is there; nothing after anything else. */
export function nameAfter({ objects }: Pick<Change, 'objects'>, address: unknown): string {
  const object = objects.find((each) => each.address === address);
  return object === undefined ? '' : ` ${objectName(object)}`;
}

/** The same for a value of a field: of one that refers to nothing it is nothing. */
export function nameAfterValue(change: Pick<Change, 'objects'>, { isReference }: FieldChange, value: unknown): string {
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
  return /^\/(groups|sections)\//.test(value.slice(top.length)) && value.startsWith(top) ? value.slice(top.length + 1) : value;
}

/** What a plan makes has no id yet; it is named all the same where something refers to it. */
export function withNewNames(changes: readonly ChangeView[]): readonly ChangeView[] {
  const titles = new Map(changes.flatMap((change) => (change.action === 'create' ? [[change.address, titleOf(change)] as const] : [])));
  return changes.map((change) => {
    const referred = change.fields.flatMap(({ before, after, isReference }) => (isReference === true ? [before, after] : []));
    const made = referred.flatMap((address) => {
      const title = typeof address === 'string' ? titles.get(address) : undefined;
      return title === undefined ? [] : [{ address: String(address), id: newId, title, as: 'reference' as const }];
    });
    return made.length === 0 ? change : { ...change, objects: [...change.objects, ...made] };
  });
}

export interface Loss {
  /** `its address on the site` */
  readonly what: string;
  /** As people call them. */
  readonly of: readonly string[];
}

export function lossesOf(changes: readonly ChangeView[]): readonly Loss[] {
  const all = changes.flatMap((change) => change.lost.map((what) => ({ what, name: titleOf(change) ?? keyIn(change.address) })));
  return [...groupBy(all, ({ what }) => what)].map(([what, group]) => ({ what, of: group.map(({ name }) => name) }));
}

/** The deletes themselves stand above, each of them. */
export function lossesText(changes: readonly ChangeView[], paint: Painter): string {
  const losses = lossesOf(changes);
  if (losses.length === 0) return '';
  const lines = losses.map(({ what, of }) => `  ${someNames(of, 12)}: ${oneLine(what)}`);
  return [paint('delete', 'Cannot be taken back:'), ...lines].join('\n');
}
