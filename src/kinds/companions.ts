/** Finds the ids of a create's companions in replies and listings, by role. */
import { idIn, itemOf, textOf } from './reading.ts';

export type CompanionIds = { readonly [role: string]: string };

/** Several items cannot be told apart. */
function onlyOne(role: string, items: readonly unknown[]): CompanionIds {
  return items.length === 1 ? byRole({ [role]: textOf(itemOf(items[0])?.id) }) : {};
}

export function firstListed(sectionId: string, siteSpaces: readonly unknown[]): CompanionIds {
  return onlyOne(
    'first',
    siteSpaces.filter((item) => itemOf(item)?.section === sectionId),
  );
}

/** A flat site has no other section than the wrapper. If somebody adds one meanwhile, the default section is the wrapper. */
export function wrapperOf(sectionId: string, sections: readonly unknown[]): CompanionIds {
  const others = sections.filter((item) => itemOf(item)?.id !== sectionId);
  return onlyOne('wrapper', others.length === 1 ? others : others.filter((item) => itemOf(item)?.default === true));
}

export function firstLink([first]: readonly unknown[]): CompanionIds {
  return byRole({ space: idIn(itemOf(first)?.space), 'site-space': textOf(itemOf(first)?.id) });
}

export function firstEmbedded(siteSpaces: unknown): CompanionIds {
  return byRole({ first: Array.isArray(siteSpaces) ? idIn(siteSpaces[0]) : undefined });
}

function byRole(ids: { [role: string]: string | undefined }): CompanionIds {
  return Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
