/** The navigation of a site before and after, as the lines of one picture. */
import type { Picture, PictureLine, PictureMark } from '../../markup/picture.ts';
import { isDefault, publishedAddress, sectionAddress, siteSpaceAddress } from '../answers/addresses.ts';
import type { Row } from '../records.ts';
import { readNavigation } from '../rules/navigation.ts';
import { type Then, titleIn } from './since.ts';

interface Placed {
  readonly line: Omit<PictureLine, 'mark' | 'says'>;
  readonly row: Row;
}

type ById = ReadonlyMap<string, Placed>;

/** undefined: it is as it was. */
export function pictureSince(before: Then, after: Then, site: string): Picture | undefined {
  const [was, is] = [linesOf(before, site), linesOf(after, site)];
  const both = { before: byId(was), after: byId(is) };
  const picture = {
    name: titleOf(after, site) ?? titleOf(before, site) ?? site,
    before: was.map((each) => ({ ...each.line, ...becoming(each, both, before, false) })),
    after: is.map((each) => ({ ...each.line, ...becoming(each, both, before, true) })),
  };
  return [...picture.before, ...picture.after].every(({ mark }) => mark === 'same') ? undefined : picture;
}

function titleOf(objects: Then, site: string): string | undefined {
  return objects.find('site', site)?.data.title;
}

function byId(lines: readonly Placed[]): ById {
  return new Map(lines.map((each) => [each.row.id, each]));
}

function linesOf(objects: Then, id: string): readonly Placed[] {
  const site = objects.find('site', id);
  if (site === undefined) return [];
  const navigation = readNavigation({ store: objects }, site);
  const root = publishedAddress(site);
  const below = (address: string): string => address.slice(root.length) || '/';
  const spaces = (section: Row<'section'> | undefined, depth: number): readonly Placed[] =>
    navigation.siteSpacesIn(section?.id ?? id).map((row) => ({
      row,
      line: lineOf(objects, row, 'space', depth, {
        path: below(siteSpaceAddress(site, section, row, undefined)),
        notes: notesOf(isDefault(site, section, row), row.data.condition),
      }),
    }));
  const sections = (row: Row<'section'>, depth: number): readonly Placed[] => [
    {
      row,
      line: lineOf(objects, row, 'section', depth, {
        path: below(sectionAddress(site, row, undefined)),
        notes: notesOf(site.data.defaultSection === row.id, row.data.condition),
      }),
    },
    ...spaces(row, depth + 1),
  ];
  const groups = (row: Row<'section-group'>): readonly Placed[] => [
    { row, line: lineOf(objects, row, 'group', 0, { notes: [] }) },
    ...navigation.sectionsIn(row.id).flatMap((section) => sections(section, 1)),
  ];
  const top = navigation.root.flatMap((row) =>
    row.kind === 'section' ? sections(row as Row<'section'>, 0) : groups(row as Row<'section-group'>),
  );
  return [...spaces(undefined, 0), ...top];
}

function lineOf(
  objects: Then,
  row: Row,
  kind: PictureLine['kind'],
  depth: number,
  rest: Pick<PictureLine, 'path' | 'notes'>,
): Placed['line'] {
  return { id: row.id, kind, depth, title: titleIn(objects, row), ...rest };
}

function notesOf(isFirst: boolean, condition: string | undefined): readonly string[] {
  return [...(isFirst ? ['default'] : []), ...(condition === undefined ? [] : [`only if ${condition}`])];
}

type Becoming = Pick<PictureLine, 'mark' | 'says'>;

function becoming({ row, line }: Placed, both: { readonly before: ById; readonly after: ById }, then: Then, isAfter: boolean): Becoming {
  const [was, is] = [both.before.get(row.id), both.after.get(row.id)];
  if (was === undefined) return { mark: 'added', says: 'new' };
  if (is === undefined) return { mark: 'removed', says: 'gone' };
  const isMoved = was.row.parent !== is.row.parent || was.row.position !== is.row.position;
  const holder = (isAfter ? both.before : both.after).get((isAfter ? was : is).row.parent)?.line.title ?? 'the top';
  const way = was.row.parent === is.row.parent ? 'moved' : isAfter ? `from ${holder}` : `to ${holder}`;
  const wasCalled = was.line.title === line.title || !isAfter ? [] : [`was ${titleIn(then, was.row)}`];
  // What only stands at another address as what holds it does, stays as it is.
  const own = ({ row: { data }, line: each }: Placed): string => JSON.stringify([data, each.title, each.notes]);
  const says = [...(isMoved ? [way] : []), ...wasCalled].join(', ');
  const mark: PictureMark = isMoved ? 'moved' : own(was) !== own(is) ? 'changed' : 'same';
  return { mark, says };
}
