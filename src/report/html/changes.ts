/** Every change, by the place that it is in; those of one list of which the same is to be said, together. */
import { topOf } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import { isStateOnly } from '../../plan/change.ts';
import type { ChangeView, PlanView } from '../../plan/plan-view.ts';
import { withoutAddress } from '../markdown-changes.ts';
import { placesOf } from '../places.ts';
import { oneLine, quoted } from '../sanitize.ts';
import { valueText } from '../values.ts';
import { countsOf, countWords, notesOf, severeTexts } from '../words.ts';
import { blockedHtml } from './blocked.ts';
import { deletedHtml, fieldHtml, fieldsHtml, nameHtml } from './fields.ts';
import { keysHtml, type Named } from './keys.ts';
import { lineOf, placeOf } from './place.ts';
import type { Section } from './section.ts';
import type { Titles } from './titles.ts';

export function changesSection({ changes }: PlanView, titles: Titles): readonly Section[] {
  if (changes.length === 0) return [];
  const books = groupBy(
    changes.filter(({ action }) => isStateOnly(action)),
    ({ address }) => placeIn(address),
  );
  const places = [...placesOf(changes).map((groups) => groups.flat()), ...books.values()].map(
    (own): readonly [string, readonly ChangeView[]] => [placeIn(own[0]?.address ?? ''), own],
  );
  const body = html`${filter(changes)}${places.map(([place, own]) => placeHtml(place, own, titles))}
<p class="none" hidden>No change is called so.</p>`;
  return [{ id: 'changes', title: 'Changes', count: changes.length, body }];
}

/** A site with all in it, or a list at the top level. */
function placeIn(address: string): string {
  const list = address.split('/')[0] ?? '';
  return list === 'sites' ? topOf(address) : list;
}

/** By kind of change without any script; by name with one. */
function filter(changes: readonly ChangeView[]): Html {
  const counts = countsOf(changes);
  const shown = countWords.filter(([action]) => counts[action] > 0);
  if (shown.length < 2 && changes.length < 12) return html``;
  return html`<form class="filter" role="search" aria-label="Changes">
<fieldset><legend>Show</legend><label><input type="radio" name="kind" id="kind-all" checked> all</label>${shown.map(
    ([action, word]) => html` <label><input type="radio" name="kind" id="kind-${action}"> ${word} (${counts[action]})</label>`,
  )}</fieldset>
<label class="scripted">Name or key <input type="search" id="find" autocomplete="off" spellcheck="false"></label>
<p id="found" class="dim" role="status"></p>
</form>
`;
}

function placeHtml(place: string, changes: readonly ChangeView[], titles: Titles): Html {
  const groups = [...groupBy(changes, (change) => togetherWith(change)).values()];
  const title = titles.get(place);
  const actions = [...new Set(changes.map(({ action }) => action))];
  return html`<div class="place ${actions.map((action) => `has-${action}`).join(' ')}"><h3><code>${oneLine(place)}</code>${
    title !== undefined && html` ${isolated(oneLine(title))}`
  }</h3>
<ul class="changes">${groups.map((group) => groupHtml(group, place, titles))}</ul></div>
`;
}

/** What is said of a change beside its own name: an only field may have a value of its own as well. */
function togetherWith(change: ChangeView): string {
  const { address, action, fields, why, bornAs, notes, objects, beside, from, span } = change;
  const { blocked, lost } = withoutAddress(change);
  const isAlone = beside !== undefined || from !== undefined || objects.some(({ as }) => as === 'contents');
  const said = hasOwnValue(change) ? fields.map(({ field, origin }) => [field, origin]) : withoutPlaces(change);
  return JSON.stringify(isAlone ? [address, action] : [listOf(address), action, said, blocked, lost, why, bornAs, notes, span?.file]);
}

/** It stands beside all of them. */
function withoutPlace({ span: _, ...rest }: ChangeView): ChangeView {
  return rest;
}

/** Each has lines of its own. */
function withoutPlaces({ fields }: ChangeView): ChangeView['fields'] {
  return fields.map(({ span: _, ...rest }) => rest);
}

/** Of what goes, the one value that people know it by. */
function hasOwnValue({ action, fields }: ChangeView): boolean {
  return fields.length < 2 && (action === 'delete' || (action === 'update' && fields.every(({ severe }) => severe === undefined)));
}

function listOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('/')));
}

function groupHtml(group: readonly ChangeView[], place: string, titles: Titles): Html {
  const [first] = group;
  if (first === undefined) return html``;
  if (group.length === 1) return changeHtml(first, place, titles);
  const { action, address, fields, span } = first;
  const isSame = action === 'delete' || new Set(group.map((each) => JSON.stringify(withoutPlaces(each)))).size === 1;
  const isOnePlace = new Set(group.map((each) => each.span?.line)).size === 1;
  const names = isSame ? '' : ` ${fields.map(({ field }) => field).join(', ')}`;
  return html`<li class="${action}"><b>${action}</b><div>${group.length} of <code>${oneLine(below(listOf(address), place) || listOf(address))}</code>${oneLine(names) !== '' && html`: ${oneLine(names)}`}${
    isSame && action !== 'delete' && fieldsHtml({ ...first, fields: withoutPlaces(first) }, titles)
  }${sayings(withoutAddress(first))}${keysHtml(
    group.map((each) => namedOf(isOnePlace ? withoutPlace(each) : each, isSame, titles)),
    !isSame,
  )}</div>${isOnePlace ? placeOf(span) : span !== undefined && html`<small>${oneLine(span.file)}</small>`}</li>
`;
}

/** With its own value, where not the same is said of all. */
function namedOf(change: ChangeView, isSame: boolean, titles: Titles): Named {
  const { address, action, id, fields, span } = change;
  const isGoing = action === 'delete' || action === 'replace';
  const key = below(address, listOf(address));
  const title = titles.get(address);
  const isTitled = title !== undefined && title !== key;
  const isRenamed = fields.some(({ field }) => field === 'title' || field === 'name');
  const values = action === 'delete' ? fields.filter(({ before }) => before !== key) : fields;
  const told =
    action === 'delete'
      ? values.map((field) => html` ${deletedHtml(change, field, titles)}`)
      : html`${isTitled && (isSame || !isRenamed) && html` <bdi>${oneLine(title)}</bdi>`}${!isSame && fields.map((field) => html` ${fieldHtml(change, field, titles)}`)}`;
  const texts = action === 'delete' ? values.map(({ before }) => valueText(before)) : isTitled ? [quoted(title)] : [];
  return {
    item: html`<code>${oneLine(key)}</code>${told}${isGoing && id !== undefined && html` <small>${oneLine(id)}</small>`}${lineOf(span)}`,
    line: [key, ...texts, ...(isGoing && id !== undefined ? [id] : []), ...(span === undefined ? [] : [`:${span.line}`])].join('  '),
  };
}

function changeHtml(change: ChangeView, place: string, titles: Titles): Html {
  const { action, id, from, beside, span } = change;
  const isGoing = action === 'delete' || action === 'replace';
  return html`<li class="${action}"><b>${action}</b><div>${keyHtml(change, place, titles)}${isGoing && id !== undefined && html` <small>${oneLine(id)}</small>`}${
    beside !== undefined && html` ${beside.relation} ${nameHtml(change, beside.address, titles)}`
  }${from !== undefined && html` was <code>${oneLine(from)}</code>`}${fieldsHtml(change, titles)}${sayings(change)}</div>${placeOf(span)}</li>
`;
}

/** Its key below the place, and what it is called. */
function keyHtml(change: ChangeView, place: string, titles: Titles): Html | undefined {
  const key = below(change.address, place);
  return key === '' ? undefined : html`<code>${oneLine(key)}</code>${titleHtml(change, place, titles)}`;
}

function titleHtml({ address }: ChangeView, place: string, titles: Titles): Html | undefined {
  const title = titles.get(address);
  return title === undefined || title === below(address, place) ? undefined : html` <bdi>${oneLine(title)}</bdi>`;
}

function below(address: string, place: string): string {
  if (address === place) return '';
  return address.startsWith(`${place}/`) ? address.slice(place.length + 1) : address;
}

/** Beside values: what is severe, what is lost, why, and what keeps it from being done. */
function sayings(change: ChangeView): Html {
  const { blocked, lost, why, action } = change;
  return html`${severeTexts(change).map((text) => html`<p class="severe">Severe: ${oneLine(text)}</p>`)}${lost.map(
    (text) => html`<p class="lost">Lost: ${oneLine(text)}</p>`,
  )}${why !== undefined && action !== 'delete' && html`<p class="dim">Why: ${oneLine(why)}</p>`}${notesOf(change).map(
    (text) => html`<p class="dim">Note: ${oneLine(text)}</p>`,
  )}${blocked !== undefined && blockedHtml(blocked)}`;
}
