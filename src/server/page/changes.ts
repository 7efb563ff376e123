/** The page of changes since a snapshot. */
import { type Html, html, isolateDirection } from '../../markup/html.ts';
import { navigationPicture, type Picture, type PictureLine } from '../../markup/picture.ts';
import { notFound } from '../http/errors.ts';
import { isDefault, publishedUrl, sectionUrl, siteSpaceUrl } from '../rules/answers.ts';
import { isSection, readNavigation } from '../rules/structure.ts';
import type { Kind, Row } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { type InnerPage, innerPage } from './pages.ts';
import { counted, dateTime, grouped, pageUrl, type View } from './parts.ts';
import { nothing } from './table.ts';

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
      : changesSince({
          former: objectsOf(store, organization.id, taken.name),
          present: objectsOf(store, organization.id),
        });
  const none = nothing('No snapshots. Take one with the button above to see later changes here.');
  const heading = html`Changes${taken !== undefined && html` since ${taken.name}`}`;
  const list = html`<nav aria-label="Snapshots"><ul class="snapshots">${links}</ul></nav>`;
  const main = html`${snapshots.length === 0 ? none : list}\n${body}`;
  return innerPage(context, { organization: organization.id, title: 'Changes', heading }, main);
}

/** The objects of the snapshot, and the present ones. */
interface Both {
  former: ObjectSet;
  present: ObjectSet;
}

function changesSince(both: Both) {
  const changes = changesBetween(both);
  if (changes.length === 0) return nothing('No changes.');
  const places = new Map<Place, ObjectChange[]>();
  for (const change of changes) {
    const place = placeOf(change.row, both) ?? change.row.kind;
    places.set(place, [...(places.get(place) ?? []), change]);
  }
  const counts = (['create', 'update', 'move', 'delete'] as const).flatMap((action) => {
    const number = changes.filter((each) => each.action === action).length;
    return number === 0 ? [] : [`${grouped(number)} ${words[action]}`];
  });
  const isSite = ([place]: readonly [Place, unknown]) => Number(typeof place !== 'string' && place.kind === 'site');
  return html`<p class="dim">${counts.join(', ')}</p>
${[...places].sort((a, b) => isSite(b) - isSite(a)).map(([place, own]) => placeSection(place, own, both))}`;
}

const words = { create: 'new', update: 'changed', move: 'moved', delete: 'deleted' } as const;

/** A site or team with its objects, or the kind of other objects. */
type Place = Row<'site' | 'team'> | Kind;

function placeOf({ kind, id, scope }: Row, { former, present }: Both) {
  const find = <K extends Kind>(place: K, at: string) => present.find(place, at) ?? former.find(place, at);
  if (kind === 'site' || kind === 'team') return find<'site' | 'team'>(kind, id);
  return find('site', scope) ?? find('team', scope);
}

function placeSection(place: Place, changes: readonly ObjectChange[], both: Both): Html {
  const row = typeof place === 'string' ? undefined : place;
  const picture = row?.kind === 'site' ? pictureSince(both, row.id, row.data.title) : undefined;
  const rest = changes.length - shownRows;
  return html`<section class="since"><h2><span class="kind">${row?.kind ?? String(place)}</span> ${row && isolateDirection(row.data.title)}</h2>
${picture && html`<div class="box">${navigationPicture(picture)}</div>`}
<ul class="changes">${changes.slice(0, shownRows).map((change) => changeItem(change, both))}</ul>
${rest > 0 && nothing(`${counted(rest, 'further change')}`)}</section>
`;
}

function changeItem({ action, row, fields }: ObjectChange, both: Both): Html {
  return html`<li class="${action}"><b>${words[action]}</b><div><span class="kind">${row.kind}</span> ${isolateDirection(titleIn(action === 'delete' ? both.former : both.present, row))}${
    fields.length > 0 &&
    html`<dl>${fields.map(({ field, before, after }) => html`<dt>${field}</dt><dd>${valuesHtml(before, after, both)}</dd>`)}</dl>`
  }</div><code class="dim small">${row.id}</code></li>
`;
}

/** Long values are truncated around the first difference. Ids are shown with titles. */
function valuesHtml(before: unknown, after: unknown, { former, present }: Both) {
  const [was, is] = [before, after].map((value) =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '(none)'),
  ) as [string, string];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  const cut = (text: string) => {
    const from = text.length > 300 ? Math.max(0, same - 60) : 0;
    return `${from > 0 ? '…' : ''}${text.slice(from, from + 300)}${from + 300 < text.length ? '…' : ''}`;
  };
  const named = (objects: ObjectSet, id: string) => {
    const row = objects.anyOf(id);
    return row && html`${isolateDirection(titleIn(objects, row))} `;
  };
  return html`<del>${named(former, was)}${cut(was)}</del> → <ins>${named(present, is)}${cut(is)}</ins>`;
}

type PlacedLine = Omit<PictureLine, 'mark' | 'says'> & { row: Row };

function pictureSince({ former, present }: Both, site: string, name: string): Picture | undefined {
  const [was, is] = [linesOf(former, site), linesOf(present, site)];
  const before = was.map((line) => ({ ...line, ...stateOf(line, was, is) }));
  const after = is.map((line) => ({ ...line, ...stateOf(line, was, is) }));
  return [...before, ...after].every(({ mark }) => mark === 'same') ? undefined : { name, before, after };
}

function linesOf(objects: ObjectSet, id: string): readonly PlacedLine[] {
  const site = objects.find('site', id);
  if (site === undefined) return [];
  const navigation = readNavigation({ store: objects }, site);
  const root = publishedUrl(site);
  const lineOf = (row: Row, depth: number, more: Pick<PictureLine, 'path' | 'notes'>): PlacedLine => ({
    row,
    id: row.id,
    kind: row.kind,
    depth,
    title: titleIn(objects, row),
    ...more,
  });
  const linkOf = (address: string, isFirst: boolean, condition: string | undefined) => ({
    path: address.slice(root.length) || '/',
    notes: [...(isFirst ? ['default'] : []), ...(condition === undefined ? [] : [`only if ${condition}`])],
  });
  const spaces = (section: Row<'section'> | undefined, depth: number) =>
    navigation.siteSpacesIn(section?.id ?? id).map((row) => {
      const address = siteSpaceUrl(site, section, row, undefined);
      return lineOf(row, depth, linkOf(address, isDefault(site, section, row), row.data.condition));
    });
  const rows = (row: Row, depth: number): readonly PlacedLine[] => {
    if (!isSection(row)) {
      const members = navigation.membersOf(row.id).flatMap((each) => rows(each, depth + 1));
      return [lineOf(row, depth, { notes: [] }), ...members];
    }
    const link = linkOf(sectionUrl(site, row, undefined), site.data.defaultSection === row.id, row.data.condition);
    return [lineOf(row, depth, link), ...spaces(row, depth + 1)];
  };
  return [...spaces(undefined, 0), ...navigation.root.flatMap((row) => rows(row, 0))];
}

function stateOf(
  line: PlacedLine,
  before: readonly PlacedLine[],
  after: readonly PlacedLine[],
): Pick<PictureLine, 'mark' | 'says'> {
  const [was, is] = [before, after].map((lines) => lines.find(({ id }) => id === line.id));
  if (was === undefined) return { mark: 'added', says: 'new' };
  if (is === undefined) return { mark: 'removed', says: 'deleted' };
  const isAfter = line === is;
  const isMoved = was.row.parent !== is.row.parent || was.row.position !== is.row.position;
  const [others, other] = isAfter ? [before, was] : [after, is];
  const holder = others.find(({ id }) => id === other.row.parent)?.title ?? 'the top';
  const way = was.row.parent === is.row.parent ? 'moved' : isAfter ? `from ${holder}` : `to ${holder}`;
  const formerTitle = was.title === line.title ? [] : [`was ${was.title}`];
  // An item whose URL changed only because its container's URL changed counts as unchanged.
  const own = ({ row: { data }, title, notes }: PlacedLine) => JSON.stringify([data, title, notes]);
  const says = [...(isMoved ? [way] : []), ...formerTitle].join(', ');
  return { mark: isMoved ? 'moved' : own(was) !== own(is) ? 'changed' : 'same', says };
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

function objectsOf(store: Pick<Store, 'everything'>, organization: string, snapshot?: string): ObjectSet {
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

function changesBetween({ former, present }: Both) {
  const was = new Map(former.rows.map((row) => [keyOf(row), row]));
  const is = new Set(present.rows.map(keyOf));
  return [
    ...present.rows.flatMap((row): readonly ObjectChange[] => {
      const before = was.get(keyOf(row));
      return before === undefined ? [{ action: 'create', row, fields: [] }] : changed(before, row);
    }),
    ...former.rows
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
  if (kind === 'site-space') {
    const space = objects.find('space', String(named.space));
    return space === undefined ? id : titleIn(objects, space);
  }
  if (kind === 'team-permission') return objects.find('team', id)?.data.title ?? id;
  if (kind === 'team-member' || kind === 'member-permission') return objects.find('member', id)?.data.displayName ?? id;
  const title = ['title', 'displayName', 'name', 'label', 'slug']
    .map((field) => named[field])
    .find((value) => typeof value === 'string' && value !== '');
  return String(title ?? id);
}
