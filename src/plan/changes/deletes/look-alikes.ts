/** Notes creates whose name differs from the name of an unmanaged object only in case, blanks or Unicode form. */
import { type Address, listOf } from '../../../core/address.ts';
import type { DesiredResource, LiveObject } from '../../../core/state.ts';
import type { KindShape } from '../../../kinds/shape.ts';
import { displayName } from '../../context/world.ts';
import { addNote, type Draft } from '../../draft/draft.ts';

/** `unmanaged`: the objects of one list. */
export function noteLookAlikes(draft: Draft, list: Address, unmanaged: readonly LiveObject[], shape: KindShape): void {
  const names = shape.naturalKeys.at(-1);
  if (names === undefined || unmanaged.length === 0) return;
  const looks = new Map(unmanaged.map((live) => [foldedName(live, names), live]));
  looks.delete(undefined);
  for (const { resource, live, state } of draft.matches.at.values()) {
    const isNew = live === undefined && (state === 'absent' || state === 'pending');
    if (!isNew || resource.kind !== shape.name || listOf(resource.address) !== list) continue;
    const alike = looks.get(foldedName(resource, names));
    // Equal names match, or block the create.
    if (alike === undefined || names.every((name) => resource.fields[name] === alike.fields[name])) continue;
    const text = `the unmanaged ${shape.title} "${displayName(draft.world, alike)}" (${alike.id}) has the same name except for case, blanks or Unicode form. To manage that ${shape.title}, declare its name as written there, or pin its id`;
    const made = draft.changeAt.get(`${resource.address}:create`);
    if (made === undefined) addNote(draft, resource.address, text);
    else made.notes.push(text);
  }
}

/** undefined: a part of the name is missing, or refers to another object. */
function foldedName(
  { fields }: Pick<DesiredResource | LiveObject, 'fields'>,
  names: readonly string[],
): string | undefined {
  const parts = names.map((name) => fields[name]);
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  return JSON.stringify(parts.map((part) => part.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()));
}
