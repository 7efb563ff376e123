/** The list of changes, by place and group. */
import { listOf } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import { isStateOnly } from '../../plan/change.ts';
import { sharedAmong } from '../causes.ts';
import { groupsAlike, placeOf } from '../places.ts';
import type { PlanReport } from '../plan-report.ts';
import { growthOf, isName, type ReportedChange } from '../reported-change.ts';
import { oneLine, quoted } from '../sanitize.ts';
import { moveWords, originText } from '../words.ts';
import { blockedHtml, blockedTitle, keysHtml, type Named, type Section, sourceOf, type Titles } from './parts.ts';
import { come, fieldHtml, fieldsHtml, nameHtml } from './values.ts';

export function changesSection(report: PlanReport, titles: Titles): readonly Section[] {
  const changes = report.changes();
  if (changes.length === 0) return [];
  const short = withoutSharedCauses(changes);
  const records = groupBy(
    changes.filter(({ action }) => isStateOnly(action)),
    ({ address }) => placeOf(address),
  );
  const places = [...report.places(), ...[...records.values()].map(groupsAlike)];
  const body = html`${filter(report)}${places.map((groups) =>
    placeHtml(
      groups.map((group) => group.map(short)),
      titles,
    ),
  )}
<p class="none" hidden>No change matches.</p>`;
  return [{ id: 'changes', title: 'Changes', count: changes.length, body }];
}

/** The section of guards prints each shared cause once, with all changes. */
function withoutSharedCauses(changes: readonly ReportedChange[]): (change: ReportedChange) => ReportedChange {
  const isShared = sharedAmong(changes);
  return (change) => {
    const { blocked, templated } = change;
    if (blocked === undefined || !isShared(change)) return change;
    const brief = { code: blocked.code, reason: `blocks several changes: see the section ${blockedTitle}` };
    return { ...change, blocked: brief, templated: { ...templated, blocked: brief } };
  };
}

/** Filters by action with CSS alone, and by name with the script. */
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

function placeHtml(groups: readonly (readonly ReportedChange[])[], titles: Titles): Html {
  const changes = groups.flat();
  const place = placeOf(changes[0]?.address ?? '');
  const title = titles.get(place);
  const actions = [...new Set(changes.map(({ action }) => action))];
  return html`<div class="place ${actions.map((action) => `has-${action}`).join(' ')}"><h3><code>${oneLine(place)}</code>${
    title !== undefined && html` ${isolated(oneLine(title))}`
  }</h3>
<ul class="changes">${groups.map((group) => groupHtml(group, place, titles))}</ul></div>
`;
}

function groupHtml(group: readonly ReportedChange[], place: string, titles: Titles): Html {
  const [first] = group;
  if (first === undefined) return html``;
  if (group.length === 1) return changeHtml(first, place, titles);
  const { action, address, span } = first;
  const isOnePlace = new Set(group.map((each) => each.span?.line)).size === 1;
  const isOneFile = new Set(group.map((each) => each.span?.file)).size === 1;
  return html`<li class="${action}"><b>${action}</b><div>${group.length} of <code>${oneLine(below(listOf(address), place) || listOf(address))}</code>${sharedHtml(
    first,
    titles,
  )}${notesHtml(first)}${keysHtml(group.map((each) => namedOf(each, { isOnePlace, isOneFile, titles })))}</div>${
    isOnePlace ? sourceOf(span) : isOneFile && span !== undefined && html`<small>${oneLine(span.file)}</small>`
  }`;
}

/** The values that all changes of a group share, or the words that all titles get. */
function sharedHtml(change: ReportedChange, titles: Titles): Html {
  const fields = change.shownFields.map(({ span: _, ...field }) => field);
  return fieldsHtml(change, fields, (field) => {
    const grown = growthOf(change, field);
    return grown === undefined
      ? fieldHtml(change, field, titles)
      : html`… + ${come(quoted(grown))}${originText(field.origin)}`;
  });
}

interface Naming {
  /** All of them have the same line, which is printed once. */
  readonly isOnePlace: boolean;
  /** All of them are in the same file, which is printed once. */
  readonly isOneFile: boolean;
  readonly titles: Titles;
}

function namedOf(change: ReportedChange, { isOnePlace, isOneFile, titles }: Naming): Named {
  const { key, displayId, span } = change;
  const title = nameOf(change, titles, true);
  const place = isOnePlace || span === undefined ? '' : `${isOneFile ? '' : oneLine(span.file)}:${span.line}`;
  return {
    item: html`<code>${oneLine(key)}</code>${title !== undefined && html` ${isolated(oneLine(title))}`}${displayId !== undefined && html` <small>${oneLine(displayId)}</small>`}${place !== '' && html` <small>${place}</small>`}`,
    line: [key, title === undefined ? '' : quoted(title), displayId ?? '', place]
      .filter((part) => part !== '')
      .join('  '),
  };
}

/** Undefined if the key says the same. In a group, a title that grows is printed as it was. */
function nameOf(change: ReportedChange, titles: Titles, isGroup = false): string | undefined {
  const isRenamed =
    change.fields.some(({ field, before }) => isName(field) && before !== undefined) && change.action !== 'delete';
  const title = isRenamed
    ? isGroup
      ? change.displayTitle
      : undefined
    : (titles.get(change.address) ?? change.displayTitle);
  return title === change.key ? undefined : title;
}

function changeHtml(change: ReportedChange, place: string, titles: Titles): Html {
  const { action, from, beside, span, displayId: id } = change;
  return html`<li class="${action}"><b>${action}</b><div>${keyHtml(change, place, titles)}${id !== undefined && html` <small>${oneLine(id)}</small>`}${
    beside !== undefined && html` ${moveWords[beside.relation]} ${nameHtml(change, beside.address, titles)}`
  }${from !== undefined && html` was <code>${oneLine(from)}</code>`}${fieldsHtml(change, change.shownFields, (field) => fieldHtml(change, field, titles))}${notesHtml(change)}</div>${sourceOf(span)}`;
}

function keyHtml(change: ReportedChange, place: string, titles: Titles): Html | undefined {
  const key = below(change.address, place);
  if (key === '') return undefined;
  const title = nameOf(change, titles);
  return html`<code>${oneLine(key)}</code>${title !== undefined && html` ${isolated(oneLine(title))}`}`;
}

function below(address: string, place: string): string {
  if (address === place) return '';
  return address.startsWith(`${place}/`) ? address.slice(place.length + 1) : address;
}

function notesHtml({ blocked, lost, reason, risks, remarks }: ReportedChange): Html {
  return html`${risks.map((text) => html`<p class="high-risk">High-risk: ${oneLine(text)}</p>`)}${lost.map(
    (text) => html`<p class="lost">Lost: ${oneLine(text)}</p>`,
  )}${reason !== undefined && html`<p class="dim">Why: ${oneLine(reason)}</p>`}${remarks.map(
    (text) => html`<p class="dim">Note: ${oneLine(text)}</p>`,
  )}${blocked !== undefined && blockedHtml(blocked)}`;
}
