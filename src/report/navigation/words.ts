/** What becomes of an entry of a navigation, in words. */
import type { NavigationEntry, SiteNavigation } from '../../core/navigation.ts';
import { oneLine, quoted } from '../sanitize.ts';
import type { Role } from '../words.ts';

export type Sign = ' ' | '+' | '-' | '>' | '~';

export const signRoles: { readonly [S in Sign]: Role } = { ' ': 'faint', '+': 'create', '-': 'delete', '>': 'move', '~': 'update' };

export function signOf({ marks }: NavigationEntry): Sign {
  if (marks.includes('removed')) return '-';
  if (marks.includes('added')) return '+';
  if (marks.includes('moved')) return '>';
  return marks.length > 0 ? '~' : ' ';
}

export function titleOf({ title }: NavigationEntry): string {
  return oneLine(title);
}

/** `/pay`; of a group nothing. */
export function pathText({ kind, path }: NavigationEntry): string {
  if (path !== undefined) return oneLine(path);
  return kind === 'section-group' ? '' : '(address not known)';
}

export interface Pair {
  readonly before?: NavigationEntry;
  readonly after?: NavigationEntry;
}

/** `from Products`, `was "API"`, `comes first now`. */
export function notesOn({ before, after }: Pair, site: SiteNavigation): readonly string[] {
  const entry = after ?? before;
  if (entry === undefined) return [];
  const unknown = [...(entry.isPlaceUnknown ? ['its place is not known'] : []), ...(entry.isUnread ? ['what it shows is not known'] : [])];
  if (before === undefined || after === undefined) return unknown;
  return [
    ...(after.moved !== undefined && after.moved.from !== after.moved.to ? [`from ${placeOf(after.moved.from, site)}`] : []),
    ...(after.marks.includes('renamed') ? [`was ${quoted(before.title)}`] : []),
    ...(after.isDefault === before.isDefault ? [] : [after.isDefault ? 'comes first now' : 'came first']),
    ...conditionNote(before, after),
    ...after.fields.flatMap((field) => (toldElsewhere.has(field) ? [] : [`other ${oneLine(field)}`])),
    ...unknown,
  ];
}

/** By the path, or by words of their own. */
const toldElsewhere: ReadonlySet<string> = new Set(['path', 'address', 'default', 'condition']);

function conditionNote(before: NavigationEntry, after: NavigationEntry): readonly string[] {
  if (before.condition === after.condition) return [];
  if (after.condition === undefined) return ['its condition goes'];
  return [before.condition === undefined ? 'only on a condition' : 'other condition'];
}

/** A group or section by its title. */
function placeOf(address: string, { address: site, before }: SiteNavigation): string {
  if (address === site) return 'the top level';
  const find = (entries: readonly NavigationEntry[]): NavigationEntry | undefined => {
    for (const entry of entries) {
      const found = entry.address === address ? entry : find(entry.entries);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = find(before?.entries ?? []);
  return found === undefined ? oneLine(address) : titleOf(found);
}

/** `Acme Docs (https://acme.dev/docs)` */
export function siteText({ before, after }: SiteNavigation): string {
  const side = after ?? before;
  const published = side?.published === undefined ? '' : ` (${oneLine(side.published)})`;
  const change = after === null ? ', which goes' : before === null ? ', which is new' : '';
  return `${oneLine(side?.title ?? '')}${published}${change}`;
}

/** What was not read of it. */
export function unreadText({ before, after }: SiteNavigation): string | undefined {
  return before?.isUnread || after?.isUnread ? 'not known: all that stands in it, as that was not read' : undefined;
}

/** Those in which an entry comes, goes, moves or changes; that only the site itself becomes another is told elsewhere. */
export function toldOf(navigation: readonly SiteNavigation[] | undefined): readonly SiteNavigation[] {
  const isTouched = ({ marks, entries }: NavigationEntry): boolean => marks.length > 0 || entries.some(isTouched);
  return (navigation ?? []).filter(({ before, after }) => [before, after].some((side) => side?.entries.some(isTouched)));
}
