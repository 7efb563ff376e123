/** Tables of URLs that a plan changes, below their common root. */
import { topLevelAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { Impact } from '../../core/impact.ts';
import { type Block, type BlockOf, code, line } from '../blocks/block.ts';
import { textOf } from '../blocks/text.ts';
import { audienceLines } from './effect.ts';

export function isAddressRow({ topic, before, after }: Impact): boolean {
  return (topic === 'address' || topic === 'shown') && (typeof before === 'string' || typeof after === 'string');
}

/** The URL of the site, below which navigation prints paths too. Otherwise the common prefix of several URLs. Empty: print whole URLs. */
export function rootOf(group: readonly Impact[]): string {
  const urls = new Set(
    group.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'string')),
  );
  const root = group[0]?.root;
  const isBelow = (url: string) => url === root || url.startsWith(`${root}/`);
  if (root !== undefined && group.every((each) => each.root === root) && [...urls].every(isBelow)) return root;
  return urls.size < 2 ? '' : commonRoot(group);
}

/** The common prefix of all URLs, up to a whole path segment. */
export function commonRoot(group: readonly Impact[]): string {
  const addresses = group.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'string'));
  const [first = '', ...others] = addresses;
  let root = first;
  for (const each of others)
    while (root !== '' && each !== root && !each.startsWith(`${root}/`))
      root = root.slice(0, Math.max(0, root.lastIndexOf('/')));
  return /^\w+:\/{0,2}$/.test(root) ? '' : root;
}

/** `/start` and `/`: the paths below the root; `(none)` or `(unknown)`. */
export function pairBelow({ before, after }: Impact, root: string) {
  const below = (value: Impact['before']) => {
    if (typeof value === 'string') return root === '' ? value : value.slice(root.length) || '/';
    return value === undefined ? '(unknown)' : '(none)';
  };
  return { before: below(before), after: below(after) };
}

/** `URLs of https://acme.dev: 1 changed, 1 removed. Audience: anyone` */
export function urlTables(impact: readonly Impact[]): readonly (BlockOf<'table'> & { readonly caption: string })[] {
  return [...groupBy(impact, ({ address, who }) => JSON.stringify([topLevelAddress(address), who])).values()].map(
    (rows) => {
      const root = rootOf(rows);
      const who = audienceLines({ ...rows[0], details: [] }).map(textOf);
      const head = root === '' ? 'Changed URLs' : `Changed URLs below ${root}`;
      return {
        is: 'table',
        caption: [head, ...who].join('. '),
        columns: ['Old URL', 'New URL', 'Space', 'Source'],
        rows: rows.map((row) => rowBelow(row, root)),
      };
    },
  );
}

function rowBelow(row: Impact, root: string) {
  const { before, after } = pairBelow(row, root);
  const source = row.source === undefined ? [] : code(`${row.source.file}:${row.source.line}`);
  const shows = line`${[row.subject, ...row.details].join('; ')}`;
  return { cells: [code(before), code(after), shows, source], isHighRisk: row.severity === 'high-risk' };
}

const maxOpen = 30;

interface FoldedTables {
  readonly open: readonly BlockOf<'table'>[];
  readonly folded: readonly Block[];
}

/** Comments fold long tables. */
export function foldedTables(impact: readonly Impact[]): FoldedTables {
  const tables = urlTables(impact);
  const isLong = ({ rows }: BlockOf<'table'>) => rows.length > maxOpen;
  const folded = tables.filter(isLong).map(({ caption, ...table }): Block => {
    return { is: 'fold', summary: caption, blocks: [table] };
  });
  return { open: tables.filter((table) => !isLong(table)), folded };
}
