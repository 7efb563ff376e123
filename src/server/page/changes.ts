/** The page of changes since a snapshot. */
import { type Html, html, isolated } from '../../markup/html.ts';
import { navigationPicture, type Picture, type PictureLine, type PictureMark } from '../../markup/picture.ts';
import { isDefault, publishedUrl, sectionUrl, siteSpaceUrl } from '../answers.ts';
import { notFound } from '../errors.ts';
import type { Store } from '../objects.ts';
import type { Kind, Row } from '../records.ts';
import { isSection, readNavigation } from '../rules/structure.ts';
import { type InnerPage, innerPage } from './pages.ts';
import { counted, dateTime, grouped, nothing, pageUrl, type View } from './parts.ts';

const shownRows = 200;

export function changesPage({ context, organization, search }: View): InnerPage {
  const { store } = context;
  const since = search.get('since');
  const snapshots = store.listSnapshots();
  const taken = snapshots.find(({ name }) => name === since);
  if (since !== null && taken === undefined) throw notFound('snapshot', since);
  const links = snapshots.map(
    ({ name, takenAt }) =>
      html`<li><a href="${pageUrl('changes', { since: name, organization: organization.id })}" ${name === since && html`aria-current="true"`}>${name}</a> <span class="dim small">${dateTime(takenAt)}</span></li>`,
  );
  const body =
    taken === undefined
      ? undefined
      : changesSince(objectsOf(store, organization.id, taken.name), objectsOf(store, organization.id));
  const none = nothing('No snapshots. Take one with the button above to see later changes here.');
  const heading = html`Changes${taken !== undefined && html` since ${taken.name}`}`;
  const list = html`<nav aria-label="Snapshots"><ul class="snapshots">${links}</ul></nav>`;
  const main = html`${snapshots.length === 0 ? none : list}\n${body}`;
  return innerPage(context, { organization: organization.id, title: 'Changes', heading }, main);
}

function changesSince(before: ObjectSet, after: ObjectSet) {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return nothing('No changes.');
  const places = new Map<string, ObjectChange[]>();
  for (const change of changes) {
    const place = groupKey(change, before, after);
    places.set(place, [...(places.get(place) ?? []), change]);
  }
  const counts = (['create', 'update', 'move', 'delete'] as const).flatMap((action) => {
    const number = changes.filter((each) => each.action === action).length;
    return number === 0 ? [] : [`${grouped(number)} ${words[action]}`];
  });
  return html`<p class="dim">${counts.join(', ')}</p>
${[...places].sort(([a], [b]) => Number(b.startsWith('site ')) - Number(a.startsWith('site '))).map(([place, own]) => placeSection(place, own, before, after))}`;
}

const words = { create: 'new', update: 'changed', move: 'moved', delete: 'deleted' } as const;

/** The address of the site or team, or the kind of the object. */
function groupKey({ row }: ObjectChange, before: ObjectSet, after: ObjectSet) {
  for (const kind of ['site', 'team'] as const)
    for (const id of [row.id, row.scope])
      if ((row.kind === kind || id === row.scope) && (after.find(kind, id) ?? before.find(kind, id)) !== undefined)
        return `${kind} ${id}`;
  return row.kind;
}

function placeSection(place: string, changes: readonly ObjectChange[], before: ObjectSet, after: ObjectSet): Html {
  const [kind = '', id] = place.split(' ');
  const named =
    id === undefined
      ? undefined
      : kind === 'site'
        ? (after.find('site', id) ?? before.find('site', id))
        : (after.find('team', id) ?? before.find('team', id));
  const picture = kind === 'site' && id !== undefined ? pictureSince(before, after, id) : undefined;
  const rest = changes.length - shownRows;
  return html`<section class="since"><h2><span class="kind">${kind}</span> ${named !== undefined && isolated(named.data.title)}</h2>
${picture && html`<div class="box">${navigationPicture(picture)}</div>`}
<ul class="changes">${changes.slice(0, shownRows).map((change) => changeItem(change, before, after))}</ul>
${rest > 0 && nothing(`${counted(rest, 'further change')}`)}</section>
`;
}

function changeItem({ action, row, fields }: ObjectChange, then: ObjectSet, now: ObjectSet): Html {
  return html`<li class="${action}"><b>${words[action]}</b><div><span class="kind">${row.kind}</span> ${isolated(titleIn(action === 'delete' ? then : now, row))}${
    fields.length > 0 &&
    html`<dl>${fields.map(({ field, before, after }) => html`<dt>${field}</dt><dd>${valuesHtml(before, after, [then, now])}</dd>`)}</dl>`
  }</div><code class="dim small">${row.id}</code></li>
`;
}

/** Long values are truncated around the first difference. Ids are shown with titles. */
function valuesHtml(before: unknown, after: unknown, [then, now]: readonly [ObjectSet, ObjectSet]) {
  const [was, is] = [before, after].map((value) =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '(none)'),
  ) as [string, string];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  const cut = (text: string) => {
    const from = text.length > 300 ? Math.max(0, same - 60) : 0;
    return `${from > 0 ? '…' : ''}${text.slice(from, from + 300)}${from + 300 < text.length ? '…' : ''}`;
  };
  return html`<del>${named(then, was)}${cut(was)}</del> → <ins>${named(now, is)}${cut(is)}</ins>`;
}

function named(objects: ObjectSet, id: string): Html | undefined {
  const row = objects.anyOf(id);
  return row && html`${isolated(titleIn(objects, row))} `;
}

interface PlacedLine {
  line: Omit<PictureLine, 'mark' | 'says'>;
  row: Row;
}

type ById = ReadonlyMap<string, PlacedLine>;

function pictureSince(before: ObjectSet, after: ObjectSet, site: string): Picture | undefined {
  const [was, is] = [linesOf(before, site), linesOf(after, site)];
  const both = { before: byId(was), after: byId(is) };
  const picture = {
    name: siteTitle(after, site) ?? siteTitle(before, site) ?? site,
    before: was.map((each) => ({ ...each.line, ...lineState(each, both, before, false) })),
    after: is.map((each) => ({ ...each.line, ...lineState(each, both, before, true) })),
  };
  return [...picture.before, ...picture.after].every(({ mark }) => mark === 'same') ? undefined : picture;
}

function siteTitle(objects: ObjectSet, site: string): string | undefined {
  return objects.find('site', site)?.data.title;
}

function byId(lines: readonly PlacedLine[]): ById {
  return new Map(lines.map((each) => [each.row.id, each]));
}

function linesOf(objects: ObjectSet, id: string): readonly PlacedLine[] {
  const site = objects.find('site', id);
  if (site === undefined) return [];
  const navigation = readNavigation({ store: objects }, site);
  const root = publishedUrl(site);
  const below = (address: string) => address.slice(root.length) || '/';
  const spaces = (section: Row<'section'> | undefined, depth: number): readonly PlacedLine[] =>
    navigation.siteSpacesIn(section?.id ?? id).map((row) => ({
      row,
      line: lineOf(objects, row, depth, {
        path: below(siteSpaceUrl(site, section, row, undefined)),
        notes: notesOf(isDefault(site, section, row), row.data.condition),
      }),
    }));
  const sections = (row: Row<'section'>, depth: number): readonly PlacedLine[] => [
    {
      row,
      line: lineOf(objects, row, depth, {
        path: below(sectionUrl(site, row, undefined)),
        notes: notesOf(site.data.defaultSection === row.id, row.data.condition),
      }),
    },
    ...spaces(row, depth + 1),
  ];
  const rows = (row: Row, depth: number): readonly PlacedLine[] =>
    isSection(row)
      ? sections(row, depth)
      : [
          { row, line: lineOf(objects, row, depth, { notes: [] }) },
          ...navigation.membersOf(row.id).flatMap((each) => rows(each, depth + 1)),
        ];
  return [...spaces(undefined, 0), ...navigation.root.flatMap((row) => rows(row, 0))];
}

function lineOf(objects: ObjectSet, row: Row, depth: number, rest: Pick<PictureLine, 'path' | 'notes'>) {
  return { id: row.id, kind: row.kind, depth, title: titleIn(objects, row), ...rest };
}

function notesOf(isFirst: boolean, condition: string | undefined) {
  return [...(isFirst ? ['default'] : []), ...(condition === undefined ? [] : [`only if ${condition}`])];
}

type LineState = Pick<PictureLine, 'mark' | 'says'>;

function lineState(
  { row, line }: PlacedLine,
  both: { before: ById; after: ById },
  then: ObjectSet,
  isAfter: boolean,
): LineState {
  const [was, is] = [both.before.get(row.id), both.after.get(row.id)];
  if (was === undefined) return { mark: 'added', says: 'new' };
  if (is === undefined) return { mark: 'removed', says: 'deleted' };
  const isMoved = was.row.parent !== is.row.parent || was.row.position !== is.row.position;
  const holder = (isAfter ? both.before : both.after).get((isAfter ? was : is).row.parent)?.line.title ?? 'the top';
  const way = was.row.parent === is.row.parent ? 'moved' : isAfter ? `from ${holder}` : `to ${holder}`;
  const formerTitle = was.line.title === line.title || !isAfter ? [] : [`was ${titleIn(then, was.row)}`];
  // An item whose URL changed only because its container's URL changed counts as unchanged.
  const own = ({ row: { data }, line: each }: PlacedLine) => JSON.stringify([data, each.title, each.notes]);
  const says = [...(isMoved ? [way] : []), ...formerTitle].join(', ');
  const mark: PictureMark = isMoved ? 'moved' : own(was) !== own(is) ? 'changed' : 'same';
  return { mark, says };
}

interface ObjectChange {
  action: 'create' | 'update' | 'move' | 'delete';
  /** The current object, or the former one if it was deleted. */
  row: Row;
  fields: readonly { field: string; before: unknown; after: unknown }[];
}

interface ObjectSet {
  rows: readonly Row[];
  find<K extends Kind>(kind: K, id: string): Row<K> | undefined;
  anyOf(id: string): Row | undefined;
  inScope<K extends Kind>(kind: K, scope: string): Row<K>[];
}

const sharingIds: readonly Kind[] = ['team-member', 'team-permission', 'member-permission'];

export function objectsOf(store: Pick<Store, 'everything'>, organization: string, snapshot?: string): ObjectSet {
  const all = store.everything(snapshot);
  const scopes = new Set([organization, ...all.filter(({ scope }) => scope === organization).map(({ id }) => id)]);
  const rows = all.filter(
    ({ kind, id, scope }) => scopes.has(scope) || (kind === 'organization' && id === organization),
  );
  const byId = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const ofAnyKind = new Map(rows.filter(({ kind }) => !sharingIds.includes(kind)).map((row) => [row.id, row]));
  return {
    rows,
    anyOf: (id) => ofAnyKind.get(id),
    find: <K extends Kind>(kind: K, id: string) => byId.get(`${kind} ${id}`) as Row<K> | undefined,
    inScope: <K extends Kind>(kind: K, scope: string) =>
      rows.filter((row) => row.kind === kind && row.scope === scope) as Row<K>[],
  };
}

/** Includes the scope, because a user can be in several teams. */
const keyOf = ({ kind, id, scope }: Row): string => JSON.stringify([kind, id, scope]);

function changesBetween(before: ObjectSet, after: ObjectSet) {
  const was = new Map(before.rows.map((row) => [keyOf(row), row]));
  const is = new Set(after.rows.map(keyOf));
  return [
    ...after.rows.flatMap((row): readonly ObjectChange[] => {
      const former = was.get(keyOf(row));
      return former === undefined ? [{ action: 'create', row, fields: [] }] : changed(former, row);
    }),
    ...before.rows
      .filter((row) => !is.has(keyOf(row)))
      .map((row): ObjectChange => ({ action: 'delete', row, fields: [] })),
  ];
}

function changed(before: Row, after: Row) {
  const fields = fieldsBetween(before, after);
  const isMoved = before.parent !== after.parent || before.position !== after.position;
  return [
    ...(fields.length > 0 ? [{ action: 'update' as const, row: after, fields }] : []),
    ...(isMoved ? [{ action: 'move' as const, row: after, fields: [] }] : []),
  ];
}

/** Secrets are hidden, because anyone can look at the page. */
const secret = /key$|secret|token/i;

function fieldsBetween(before: Row, after: Row) {
  const [was, is] = [before.data, after.data] as unknown as readonly { [field: string]: unknown }[];
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return names
    .filter((field) => JSON.stringify(was?.[field]) !== JSON.stringify(is?.[field]))
    .map((field) =>
      secret.test(field)
        ? { field, before: '(hidden)', after: '(another value, hidden)' }
        : { field, before: was?.[field], after: is?.[field] },
    );
}

function titleIn(objects: ObjectSet, { kind, id, data }: Row): string {
  const named = data as { [field: string]: unknown };
  if (kind === 'site-space')
    return objects.find('space', String(named.space)) === undefined
      ? id
      : titleIn(objects, objects.find('space', String(named.space)) as Row);
  if (kind === 'team-permission') return objects.find('team', id)?.data.title ?? id;
  if (kind === 'team-member' || kind === 'member-permission') return objects.find('member', id)?.data.displayName ?? id;
  const title = ['title', 'displayName', 'name', 'label', 'slug']
    .map((field) => named[field])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? title : id;
}
