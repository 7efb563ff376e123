/** The objects that a change names, as people tell them apart: by title and id beside the address. */
import { topOf } from '../core/address.ts';
import type { Change, FieldChange, Involved } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { newId, titleOf } from './alike-changes.ts';
import { oneLine, quoted } from './sanitize.ts';
import { valuePair } from './values.ts';

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
