/** The page of changes: what became of the organization since a snapshot, site by site and list by list. */
import { type Html, html, isolated } from '../../markup/html.ts';
import { navigationPicture } from '../../markup/picture.ts';
import { notFound } from '../errors.ts';
import { breadcrumb, nothing } from './lists.ts';
import { pictureSince } from './navigation-since.ts';
import type { InnerPage } from './pages.ts';
import { changesBetween, type ObjectChange, objectsOf, type Then, titleIn } from './since.ts';
import { addressOf, type View } from './view.ts';
import { counted, dateTime, grouped } from './words.ts';

/** Longer lists are cut, and say so. */
const shownRows = 200;

export function changesPage({ context, organization, search }: View): InnerPage {
  const { store } = context;
  const since = search.get('since');
  const snapshots = store.listSnapshots();
  const taken = snapshots.find(({ name }) => name === since);
  if (since !== null && taken === undefined) throw notFound('snapshot', since);
  const crumbs = breadcrumb([{ title: organization.data.title, address: addressOf('', { organization: organization.id }) }]);
  const links = snapshots.map(
    ({ name, takenAt }) =>
      html`<li><a href="${addressOf('changes', { since: name, organization: organization.id })}" ${name === since && html`aria-current="true"`}>${name}</a> <span class="dim small">${dateTime(takenAt)}</span></li>`,
  );
  const body =
    taken === undefined ? undefined : changesSince(objectsOf(store, organization.id, taken.name), objectsOf(store, organization.id));
  const none = nothing('No snapshot yet: take one with the button above, and see here what becomes of it.');
  const main = html`${crumbs}<div id="page" data-part="page"><h1>Changes${taken !== undefined && html` since ${taken.name}`}</h1>
${snapshots.length === 0 ? none : html`<nav aria-label="Snapshots"><ul class="snapshots">${links}</ul></nav>`}
${body}</div>`;
  return { organization: organization.id, title: 'Changes', main };
}

function changesSince(before: Then, after: Then): Html {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return nothing('Everything is as it was.');
  const places = new Map<string, ObjectChange[]>();
  for (const change of changes) {
    const place = placeOf(change, before, after);
    places.set(place, [...(places.get(place) ?? []), change]);
  }
  const counts = (['create', 'update', 'move', 'delete'] as const).flatMap((action) => {
    const number = changes.filter((each) => each.action === action).length;
    return number === 0 ? [] : [`${grouped(number)} ${words[action]}`];
  });
  return html`<p class="dim">${counts.join(', ')}</p>
${[...places].sort(([a], [b]) => Number(b.startsWith('site ')) - Number(a.startsWith('site '))).map(([place, own]) => placeSection(place, own, before, after))}`;
}

const words = { create: 'new', update: 'changed', move: 'moved', delete: 'gone' } as const;

/** A site or a team with all in it, else the sort of object. */
function placeOf({ row }: ObjectChange, before: Then, after: Then): string {
  for (const kind of ['site', 'team'] as const)
    for (const id of [row.id, row.scope])
      if ((row.kind === kind || id === row.scope) && (after.find(kind, id) ?? before.find(kind, id)) !== undefined) return `${kind} ${id}`;
  return row.kind;
}

function placeSection(place: string, changes: readonly ObjectChange[], before: Then, after: Then): Html {
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
${rest > 0 && nothing(`${counted(rest, 'further change')} here`)}</section>
`;
}

function changeItem({ action, row, fields }: ObjectChange, then: Then, now: Then): Html {
  return html`<li class="${action}"><b>${words[action]}</b><div><span class="kind">${row.kind}</span> ${isolated(titleIn(action === 'delete' ? then : now, row))}${
    fields.length > 0 &&
    html`<dl>${fields.map(({ field, before, after }) => html`<dt>${field}</dt><dd>${valuesHtml(before, after, [then, now])}</dd>`)}</dl>`
  }</div><code class="dim small">${row.id}</code></li>
`;
}

/** Around the first difference, where they are long; an id with what people call the object. */
function valuesHtml(before: unknown, after: unknown, [then, now]: readonly [Then, Then]): Html {
  const [was, is] = [before, after].map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '(none)'))) as [
    string,
    string,
  ];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  const cut = (text: string): string => {
    const from = text.length > 300 ? Math.max(0, same - 60) : 0;
    return `${from > 0 ? '…' : ''}${text.slice(from, from + 300)}${from + 300 < text.length ? '…' : ''}`;
  };
  return html`<del>${named(then, was)}${cut(was)}</del> → <ins>${named(now, is)}${cut(is)}</ins>`;
}

function named(objects: Then, id: string): Html | undefined {
  const row = objects.anyOf(id);
  return row && html`${isolated(titleIn(objects, row))} `;
}
