/** Every change, by the place that it is in; those of one list of which the same is to be said, together. */
import { listOf } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import { isStateOnly, openingFields } from '../../plan/change.ts';
import { sharedAmong } from '../causes.ts';
import { placeOf } from '../places.ts';
import type { PlanReport } from '../plan-report.ts';
import { oneLine, quoted } from '../sanitize.ts';
import { growthOf, isName, type Told } from '../told.ts';
import { originText } from '../words.ts';
import {
  blockedHtml,
  blockedTitle,
  keysHtml,
  lineOf,
  type Named,
  type Section,
  sourceOf,
  type Titles,
} from './parts.ts';
import { come, fieldHtml, fieldsHtml, nameHtml } from './values.ts';

export function changesSection(report: PlanReport, titles: Titles): readonly Section[] {
  if (report.changes().length === 0) return [];
  const short = withoutSharedCauses(report.changes());
  const changes = report.changes().map(short);
  const books = groupBy(
    changes.filter(({ action }) => isStateOnly(action)),
    ({ address }) => placeOf(address),
  );
  const places = [...report.places().map((groups) => groups.flat().map(short)), ...books.values()];
  const body = html`${filter(report)}${places.map((own) => placeHtml(placeOf(own[0]?.address ?? ''), own, titles))}
<p class="none" hidden>No change is called so.</p>`;
  return [{ id: 'changes', title: 'Changes', count: changes.length, body }];
}

/** The section of what is blocked tells each cause once, with the names of all changes. */
function withoutSharedCauses(changes: readonly Told[]): (change: Told) => Told {
  const isShared = sharedAmong(changes);
  return (change) => {
    const { blocked, open } = change;
    if (blocked === undefined || !isShared(change)) return change;
    const brief = { code: blocked.code, reason: `one cause for several changes: see ${blockedTitle}` };
    return { ...change, blocked: brief, open: { ...open, blocked: brief } };
  };
}

/** By kind of change without any script; by name with one. */
function filter({ counts, plan }: PlanReport): Html {
  if (counts.length < 2 && plan.changes.length < 12) return html``;
  return html`<form class="filter" role="search" aria-label="Changes">
<fieldset><legend>Show</legend><label><input type="radio" name="kind" id="kind-all" checked> all</label>${counts.map(
    ({ action, number, word }) =>
      html` <label><input type="radio" name="kind" id="kind-${action}"> ${word} (${number})</label>`,
  )}</fieldset>
<label class="scripted">Name or key <input type="search" id="find" autocomplete="off" spellcheck="false"></label>
<p id="found" class="dim" role="status"></p>
</form>
`;
}

function placeHtml(place: string, changes: readonly Told[], titles: Titles): Html {
  const groups = [...groupBy(changes, togetherWith).values()].flatMap(partsOf);
  const title = titles.get(place);
  const actions = [...new Set(changes.map(({ action }) => action))];
  return html`<div class="place ${actions.map((action) => `has-${action}`).join(' ')}"><h3><code>${oneLine(place)}</code>${
    title !== undefined && html` ${isolated(oneLine(title))}`
  }</h3>
<ul class="changes">${groups.map((group) => groupHtml(group, place, titles))}</ul></div>
`;
}

/** What is said of a change beside its own name: an only field may have a value of its own as well. */
function togetherWith(change: Told): string {
  const { address, action, why, initialState, notes, objects, beside, from, span } = change;
  const { open } = change;
  const isAlone = beside !== undefined || from !== undefined || objects.some(({ as }) => as === 'contents');
  const said = hasOwnValue(change) ? change.told.map(({ field, origin }) => [field, origin]) : open.said;
  return JSON.stringify(
    isAlone
      ? [address, action]
      : [listOf(address), action, said, open.blocked, open.lost, why, initialState, notes, span?.file],
  );
}

/** An only one that nothing is said of beside its value. */
function hasOwnValue({ told: fields, action }: Told): boolean {
  return fields.length === 1 && ['update', 'delete', 'move'].includes(action) && openingFields({ fields }).length === 0;
}

/** From so many on, those with one value have it told once; fewer stand beside others, each with its own. */
const worthAPart = 3;

function partsOf(group: readonly Told[]): readonly (readonly Told[])[] {
  const parts = [...groupBy(group, ({ open }) => open.said).values()];
  if (parts.length === 1) return parts;
  const rest = parts.filter(({ length }) => length < worthAPart).flat();
  return [...parts.filter(({ length }) => length >= worthAPart), ...(rest.length === 0 ? [] : [rest])];
}

function groupHtml(group: readonly Told[], place: string, titles: Titles): Html {
  const [first] = group;
  if (first === undefined) return html``;
  if (group.length === 1) return changeHtml(first, place, titles);
  const { action, address, span } = first;
  const isSame = new Set(group.map(({ open }) => open.said)).size === 1;
  const isOnePlace = new Set(group.map((each) => each.span?.line)).size === 1;
  const names = isSame ? '' : `: ${first.told.map(({ field }) => field).join(', ')}`;
  return html`<li class="${action}"><b>${action}</b><div>${group.length} of <code>${oneLine(below(listOf(address), place) || listOf(address))}</code>${oneLine(names)}${
    isSame && sharedHtml(first, titles)
  }${sayings({ ...first, ...first.open })}${keysHtml(
    group.map((each) => namedOf(each, { isSame, isOnePlace, titles })),
    !isSame,
  )}</div>${isOnePlace ? sourceOf(span) : span !== undefined && html`<small>${oneLine(span.file)}</small>`}`;
}

/** The values that all of them have; of titles that grow by the same words, those. */
function sharedHtml(change: Told, titles: Titles): Html {
  const fields = change.told.map(({ span: _, ...field }) => field);
  return fieldsHtml(change, fields, (field) => {
    const grown = growthOf(change, field);
    return grown === undefined
      ? fieldHtml(change, field, titles)
      : html`… + ${come(quoted(grown))}${originText(field.origin)}`;
  });
}

interface Naming {
  /** The same is said of all of them: above. */
  readonly isSame: boolean;
  /** So is their line. */
  readonly isOnePlace: boolean;
  readonly titles: Titles;
}

function namedOf(change: Told, { isSame, isOnePlace, titles }: Naming): Named {
  const { key } = change;
  const title = nameOf(change, titles, isSame);
  const id = change.known;
  const values = isSame ? [] : change.told.map((field) => html` ${fieldHtml(change, field, titles)}`);
  const line = isOnePlace ? undefined : change.span?.line;
  return {
    item: html`<code>${oneLine(key)}</code>${title !== undefined && html` ${isolated(oneLine(title))}`}${values}${id !== undefined && html` <small>${oneLine(id)}</small>`}${!isOnePlace && lineOf(change.span)}`,
    line: [key, title === undefined ? '' : quoted(title), id ?? '', line === undefined ? '' : `:${line}`]
      .filter((part) => part !== '')
      .join('  '),
  };
}

/** What it is called, beside its key; where its title becomes another, that is told as well: `isSame`: as what comes to it. */
function nameOf(change: Told, titles: Titles, isSame = false): string | undefined {
  const isRenamed =
    change.fields.some(({ field, before }) => isName(field) && before !== undefined) && change.action !== 'delete';
  const title = isRenamed ? (isSame ? change.called : undefined) : (titles.get(change.address) ?? change.called);
  return title === change.key ? undefined : title;
}

function changeHtml(change: Told, place: string, titles: Titles): Html {
  const { action, from, beside, span, known: id } = change;
  return html`<li class="${action}"><b>${action}</b><div>${keyHtml(change, place, titles)}${id !== undefined && html` <small>${oneLine(id)}</small>`}${
    beside !== undefined && html` ${beside.relation} ${nameHtml(change, beside.address, titles)}`
  }${from !== undefined && html` was <code>${oneLine(from)}</code>`}${fieldsHtml(change, change.told, (field) => fieldHtml(change, field, titles))}${sayings(change)}</div>${sourceOf(span)}`;
}

/** Its key below the place, and what it is called. */
function keyHtml(change: Told, place: string, titles: Titles): Html | undefined {
  const key = below(change.address, place);
  if (key === '') return undefined;
  const title = nameOf(change, titles);
  return html`<code>${oneLine(key)}</code>${title !== undefined && html` ${isolated(oneLine(title))}`}`;
}

function below(address: string, place: string): string {
  if (address === place) return '';
  return address.startsWith(`${place}/`) ? address.slice(place.length + 1) : address;
}

/** Beside values: what is high-risk, what is lost, why, and what keeps it from being done. */
function sayings({ blocked, lost, reason, opens, remarks }: Told): Html {
  return html`${opens.map((text) => html`<p class="high-risk">High-risk: ${oneLine(text)}</p>`)}${lost.map(
    (text) => html`<p class="lost">Lost: ${oneLine(text)}</p>`,
  )}${reason !== undefined && html`<p class="dim">Why: ${oneLine(reason)}</p>`}${remarks.map(
    (text) => html`<p class="dim">Note: ${oneLine(text)}</p>`,
  )}${blocked !== undefined && blockedHtml(blocked)}`;
}
