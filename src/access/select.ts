/** Restricts an access report to one space or one site. */
import type { KindName } from '../core/state.ts';
import type { Access, AddressOf } from './access.ts';

/** Ids of objects that match the name by id or address, else by key, else by title. */
export function namedIds(
  name: string,
  kind: KindName,
  objects: readonly { readonly id: string; readonly title: string }[],
  addressOf: AddressOf,
): readonly string[] {
  const tests: readonly ((object: { readonly id: string; readonly title: string }) => boolean)[] = [
    ({ id }) => id === name || addressOf(kind, id) === name,
    ({ id }) => addressOf(kind, id)?.endsWith(`/${name}`) === true,
    ({ title }) => title === name,
  ];
  for (const test of tests) {
    const found = objects.filter(test);
    if (found.length > 0) return found.map(({ id }) => id);
  }
  return [];
}

export function ofSpace(access: Access, id: string): Access {
  const spaces = access.spaces.filter((space) => space.id === id);
  const sites = new Set(spaces.flatMap((space) => space.sites.map((site) => site.id)));
  return { ...access, spaces, sites: access.sites.filter((site) => sites.has(site.id)) };
}

export function ofSite(access: Access, id: string): Access {
  const spaces = access.spaces.filter((space) => space.sites.some((site) => site.id === id));
  return { ...access, spaces, sites: access.sites.filter((site) => site.id === id) };
}
