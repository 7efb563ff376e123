/** References to objects that docform does not manage, and their notes in the ledger. */
import type { DesiredResource } from './state.ts';

/** Written as `external` in the configuration. Other external resources are people whom only a list names. */
export function isExternalBlock({
  isExternal,
  pin,
  fields,
}: Pick<DesiredResource, 'isExternal' | 'pin' | 'fields'>): boolean {
  return isExternal === true && (pin !== undefined || fields.title !== undefined);
}

interface Known {
  readonly id: string;
  readonly title: string;
}

/** The text in the ledger. Ids have no spaces. */
export function externalMark({ id, title }: Known): string {
  return `${id} ${title}`;
}

export function externalIn(mark: string): Known {
  const end = mark.indexOf(' ');
  return { id: mark.slice(0, end), title: mark.slice(end + 1) };
}
