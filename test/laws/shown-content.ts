/** Where sites show content now. Read over HTTP, without code of docform; objects have their addresses in the ledger, because ids depend on the order of requests. */
import { type Item, readerOf } from '../support/platform-facts.ts';
import type { Journey } from './journey.ts';

export interface Shown {
  /** `<site> shows <space>`. */
  readonly contents: ReadonlySet<string>;
  /** The site and the space at each URL. */
  readonly urls: ReadonlyMap<string, { readonly site: string; readonly space: string }>;
}

export async function shownIn({
  reference,
  backend,
  seeded,
}: Pick<Journey, 'reference' | 'backend' | 'seeded'>): Promise<Shown> {
  const { list } = readerOf(reference);
  const { ledger } = await backend.load();
  // A site and its visitor schema have the same id.
  const names = new Map([
    ...Object.entries(ledger.resources)
      .map(([address, { id }]) => [id, address] as const)
      .sort(longestFirst),
    ...Object.entries(seeded).map(([key, id]) => [id, `seeded ${key}`] as const),
  ]);
  const nameOf = (item: unknown) => {
    const { id } = item as Item;
    return names.get(String(id)) ?? String(id);
  };
  const org = `/orgs/${reference.organization}`;
  const contents = new Set<string>();
  const urls = new Map<string, { readonly site: string; readonly space: string }>();
  for (const site of await list(`${org}/sites`)) {
    for (const each of await list(`${org}/sites/${String(site.id)}/site-spaces`)) {
      const shown = { site: nameOf(site), space: nameOf(each.space) };
      contents.add(`${shown.site} shows ${shown.space}`);
      const url = String((each.urls as Item).published);
      urls.set(url.replace(String(site.id), shown.site), shown);
    }
  }
  return { contents, urls };
}

function longestFirst([, one]: readonly [string, string], [, other]: readonly [string, string]): number {
  return other.length - one.length;
}
