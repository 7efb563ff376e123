/** Finds the ids of a create's companions in replies and listings, by role. */
import { idIn, itemOf, textOf } from './reply.ts';

export type CompanionIds = { readonly [role: string]: string };

/** The one item, under its role; several cannot be told apart. */
function onlyOne(role: string, items: readonly unknown[]): CompanionIds {
  return items.length === 1 ? byRole({ [role]: textOf(itemOf(items[0])?.id) }) : {};
}

/** The one site-space that a listing has for a new section. */
export function firstListed(sectionId: string, siteSpaces: readonly unknown[]): CompanionIds {
  return onlyOne(
    'first',
    siteSpaces.filter((item) => itemOf(item)?.section === sectionId),
  );
}

/** A site that was flat has no other section but the one around its spaces; should somebody add one meanwhile, the default tells. */
export function wrapperOf(sectionId: string, sections: readonly unknown[]): CompanionIds {
  const others = sections.filter((item) => itemOf(item)?.id !== sectionId);
  return onlyOne('wrapper', others.length === 1 ? others : others.filter((item) => itemOf(item)?.default === true));
}

/** The space a new site was given, and the site-space that links it. */
export function firstLink([first]: readonly unknown[]): CompanionIds {
  return byRole({ space: idIn(itemOf(first)?.space), 'site-space': textOf(itemOf(first)?.id) });
}

/** The first site-space of a new section, where the reply embeds it. */
export function firstEmbedded(siteSpaces: unknown): CompanionIds {
  return byRole({ first: Array.isArray(siteSpaces) ? idIn(siteSpaces[0]) : undefined });
}

function byRole(ids: { readonly [role: string]: string | undefined }): CompanionIds {
  return Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
