/** The objects that a change names, as people tell them apart: by title and id beside the address. */
import type { Change, FieldChange, Involved } from '../plan/change.ts';
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
export function withNames(change: Pick<Change, 'objects'>, field: FieldChange): { readonly before: string; readonly after: string } {
  const { before, after } = valuePair(field, field);
  return {
    before: `${before}${nameAfterValue(change, field, field.before)}`,
    after: `${after}${nameAfterValue(change, field, field.after)}`,
  };
}
