/** Collections, spaces and the trash. */

import { type Html, html, isolateDirection } from '../../markup/html.ts';
import type { Context } from '../rules/context.ts';
import { findTrashed, trashMs } from '../rules/objects.ts';
import { contentKinds, siblings } from '../rules/order.ts';
import type { Level, Row } from '../store/records.ts';
import {
  badge,
  counted,
  dateTime,
  duration,
  fetchedLater,
  kindMark,
  type Paging,
  pageLinks,
  pageUrl,
  requestedPage,
  section,
  spaceTitle,
  treeCells,
  treeHeads,
  type View,
} from './parts.ts';
import { nothing, table } from './table.ts';

/** Collections are expanded while an organization has at most this many lines. */
const drawnLines = 120;

export function contentSection({ context, organization, search }: View): Html {
  const { store } = context;
  const collections = store.countInScope('collection', organization.id);
  const spaces = store.countInScope('space', organization.id);
  const isDrawn = collections + spaces <= drawnLines;
  const urlAt = (page: number) => `${pageUrl('', { organization: organization.id, content: page })}#content`;
  const paging: Paging = { search, parameter: 'content', urlAt };
  const tree = { parent: organization.id, name: 'Collections and spaces', isDrawn, paging };
  const body = collections + spaces === 0 ? nothing('No spaces.') : contentTree(context, tree);
  return section(
    'content',
    'Collections and spaces',
    `${counted(collections, 'collection')}, ${counted(spaces, 'space')}`,
    html`${body}${trash(context, organization.id)}`,
  );
}

interface ContentTree {
  parent: string;
  name: string;
  isDrawn: boolean;
  paging: Paging;
}

export function contentTree(context: Context, { parent, name, isDrawn, paging }: ContentTree): Html {
  const { items, ...at } = requestedPage(siblings<'collection' | 'space'>(context.store, contentKinds, parent), paging);
  if (items.length === 0) return nothing('No spaces or collections.');
  return html`<div data-fragment="content"><div class="tree" role="group" aria-label="${name}">
${treeHeads(['Title', 'Level', 'Editing'])}
<ul>${items.map((row) => contentItem(context, row, isDrawn))}</ul></div>${pageLinks(at, paging)}</div>`;
}

function contentItem(context: Context, row: Row<'collection' | 'space'>, isDrawn: boolean): Html {
  return row.kind === 'space'
    ? spaceItem(row as Row<'space'>)
    : collectionItem(context, row as Row<'collection'>, isDrawn);
}

function spaceItem({ id, data }: Row<'space'>) {
  const values = Object.keys(data.values).length;
  const title = html`${spaceTitle(data)} ${values > 0 && html`<span class="dim small">${counted(values, 'field value')}</span>`}`;
  const editing = html`<span><span class="unseen">Editing: </span>${data.editMode === 'locked' ? badge('locked', 'warm') : live}</span>`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, [level(data.defaultLevel), editing])}</div></li>\n`;
}

const live = html`<span class="dim">live</span>`;

function collectionItem(context: Context, { id, data }: Row<'collection'>, isDrawn: boolean): Html {
  const inside = siblings<'collection' | 'space'>(context.store, contentKinds, id);
  const held = `${counted(inside.length, 'item')}`;
  const title = html`${kindMark('Collection')} ${isolateDirection(data.title)} <span class="dim small">${held}</span>`;
  const below = isDrawn
    ? html`<ul>${inside.map((child) => contentItem(context, child, true))}</ul>`
    : fetchedLater(pageUrl(`collections/${id}`), 'collection');
  return html`<li data-id="${id}"><details id="collection-${id}" ${isDrawn && 'open'}>
<summary class="row">${treeCells(title, [level(data.defaultLevel), undefined], data.description)}</summary>
${below}</details></li>\n`;
}

function level(of: Level) {
  const text = of === null ? 'no access' : of === 'inherit' ? 'inherits' : of;
  return html`<span class="${of === 'inherit' ? 'dim' : ''}"><span class="unseen">Level: </span>${text}</span>`;
}

function trash(context: Context, organization: string) {
  const rows = context.store
    .inScope('trashed-space', organization)
    .filter(({ id }) => findTrashed(context, id) !== undefined);
  if (rows.length === 0) return undefined;
  const spaces = table('Spaces in the trash', 'No spaces.', rows.slice(0, drawnLines), [
    ['Space', ({ data }) => spaceTitle(data)],
    ['Deleted', ({ data }) => dateTime(data.deletedAt ?? '')],
    ['Time left', ({ data }) => duration(Date.parse(data.deletedAt ?? '') + trashMs - context.nowMs)],
  ]);
  return html`<h3>Trash <span class="dim small">${counted(rows.length, 'space')}, kept for 7 days</span></h3>${spaces}`;
}
