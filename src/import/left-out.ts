/** What a configuration cannot say of a platform, with the reason. */
import type { Address, ListAddress } from '../core/address.ts';
import type { LiveObject } from '../core/state.ts';
import type { KindShape } from '../kinds/shape.ts';

export interface LeftOut {
  /** For people: an address, an address with a field, or what the platform calls it. */
  readonly what: string;
  readonly why: string;
  /** Of the resource, where it has one; or of the list that was not read whole. */
  readonly address?: Address;
  /** The list it stands in, where it has no address of its own. */
  readonly list?: ListAddress;
  /** The field, where the rest of the resource is declared. */
  readonly field?: string;
}

/** What an object is called that has no address: by its title, as far as it has one, and where it stands. */
export function nameOf(shape: KindShape, { id, fields }: Pick<LiveObject, 'id' | 'fields'>, parent: Address | null): string {
  const names = [...shape.naturalKeys].reverse().flatMap(([name = '']) => (shape.fields[name]?.type.is === 'text' ? [fields[name]] : []));
  const title = names.find((text) => typeof text === 'string' && text !== '' && text !== id);
  const place = parent === null ? '' : ` in ${parent}`;
  return `${shape.title}${typeof title === 'string' ? ` "${title}"` : ''} (${id})${place}`;
}
