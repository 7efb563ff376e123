/** A plan as text for people: what it means, navigation before and after, every change by place, what stays as it is, and a one-line summary. */
import { keyIn, listOf } from '../core/address.ts';
import { type Beside, type Blocked, type FieldChange, isBlocking, isStateOnly } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { impactText } from './impact.ts';
import { navigationText } from './navigation/text.ts';
import { packed } from './packed.ts';
import { type Group, placesOf } from './places.ts';
import { oneLine, quoted } from './sanitize.ts';
import { fieldsOf, growthOf, idOf, lossesText, nameAfter, objectName, titleOf, withNames, withNewNames } from './told.ts';
import { differencesOf } from './values.ts';
import {
  blockedLine,
  count,
  isUsualWhy,
  notesOf,
  originText,
  type Painter,
  partTexts,
  placeText,
  plain,
  roles,
  severeLine,
  severeTexts,
  someNames,
  summaryLine,
  symbols,
} from './words.ts';
import { withoutCommands, wrappedLines } from './wrap.ts';

export interface TextOptions {
  readonly paint?: Painter;
  /** What it costs to apply. */
  readonly requests?: number;
  /** Told where there is something to apply: what an approval stands on. */
  readonly digest?: string;
  /** Also why, and where each change stands in the configuration. */
  readonly isVerbose?: boolean;
  /** Of the terminal: no line is wider. Missing: there is none. */
  readonly columns?: number;
}

/** Deterministic: the same plan gives the same bytes. */
export function planText(plan: PlanView, options: TextOptions = {}): string {
  const paint = options.paint ?? plain;
  const { ofRules, own } = partedGuards(plan.guards);
  const sections = [
    guardsText(ofRules, paint),
    impactText(plan.impact, options),
    navigationText(plan.navigation, options),
    changesText(plan.changes, paint, options.isVerbose === true),
    guardsText(own, paint),
    unknownText(plan, paint),
    noteLines(
      'Waiting (nothing to do until they are there):',
      plan.waiting.map((item) => [item.address, item.reason]),
    ),
    noteLines(
      'Notes:',
      plan.notes.map((item) => [item.address, item.text]),
    ),
    noteLines(
      'Unmanaged (left alone):',
      plan.unmanaged.map((item) => [
        item.list,
        `${item.objects.length} (${someNames(
          item.objects.map((object) => object.name),
          3,
        )})`,
      ]),
    ),
    lossesText(plan.changes, paint),
    endText(plan, options, paint),
  ].filter((section) => section !== '');
  const named = plan.part === undefined ? 'Plan' : 'Partial plan';
  const about = plan.part === undefined ? '' : `${partTexts(plan.part).join('\n')}\n`;
  const text = `${paint('heading', `${named} for organization ${oneLine(plan.organization)}`)}\n${about}\n${sections.join('\n\n')}\n`;
  return options.columns === undefined ? withoutCommands(text) : wrappedLines(text, options.columns);
}

function guardsText(guards: PlanView['guards'], paint: Painter): string {
  return guards
    .flatMap((guard) =>
      blockedLines(guard, paint).map((line, index) => (index === 0 ? `  ${paint('blocked', '!')} ${line}` : `    ${line}`)),
    )
    .join('\n');
}

function unknownText(plan: PlanView, paint: Painter): string {
  if (plan.unknown.length === 0) return '';
  const lines = plan.unknown.map((item) => {
    const hides =
      item.hides.length === 0
        ? ''
        : `; hides ${count(item.hides.length, 'declared address', 'declared addresses')}: ${someNames(item.hides, 3)}`;
    const kept = item.keeps ?? [];
    const keeps = kept.length === 0 ? '' : `; not deleted now: ${someNames(kept, 3)}`;
    return `  ? ${oneLine(item.list)}: ${oneLine(item.reason)}${hides}${keeps}`;
  });
  return [paint('bad', 'Unknown (could not be read whole, so nothing in it is created or deleted):'), ...lines].join('\n');
}

function noteLines(heading: string, items: readonly (readonly [string, string])[]): string {
  if (items.length === 0) return '';
  return [heading, ...items.map(([address, text]) => `  ${oneLine(address)}: ${oneLine(text)}`)].join('\n');
}

function endText(plan: PlanView, { requests, digest }: TextOptions, paint: Painter): string {
  const blocked = blockedLine(plan);
  const severe = severeLine(plan);
  return [
    ...(severe === undefined ? [] : [paint('bad', severe)]),
    ...(blocked === undefined ? [] : [paint('blocked', blocked)]),
    paint('heading', summaryLine(plan, requests)),
    ...(digest === undefined || plan.changes.length === 0 ? [] : [paint('faint', `Digest: ${oneLine(digest)}`)]),
  ].join('\n');
}

/** More entries than these that only go into the ledger are counted: the first plan of a large organization would be all of them. */
const mostRecords = 20;

/** One block for each place, and first what only the ledger learns. */
export function changesText(all: readonly ChangeView[], paint: Painter, isVerbose: boolean): string {
  const changes = withNewNames(all);
  const books = changes.filter(({ action }) => isStateOnly(action));
  // What decides over later deletes is never counted only.
  const counted = books.filter(({ action, blocked }) => action !== 'record' && blocked === undefined);
  const hidden = new Set(isVerbose ? [] : counted.slice(mostRecords));
  const told = books.filter((change) => !hidden.has(change)).flatMap((change) => groupText([change], paint, isVerbose));
  const rest = hidden.size === 0 ? [] : [`  ${paint('record', '=')} and ${hidden.size} more that only go into the ledger (-v lists them)`];
  const places = placesOf(changes).map((groups) => groups.flatMap((group) => groupText(group, paint, isVerbose)));
  return [[...told, ...rest], ...places].flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')])).join('\n\n');
}

/** What happens to whom, then details, indented. */
function groupText(group: Group, paint: Painter, isVerbose: boolean): readonly string[] {
  const [change] = group;
  const mark = change.blocked === undefined ? '' : `${paint('blocked', '!')} `;
  const isOne = group.length === 1;
  const who = isOne ? `${oneLine(change.address)}${titleText(change)}${headEnd(change)}` : groupHead(group);
  const own = isVerbose && isOne ? [...placeLines(change), ...surroundings(change)] : [];
  return [
    `  ${mark}${paint(roles[change.action], symbols[change.action])} ${who}`,
    ...fieldLines(change, isOne, isVerbose, paint),
    ...severeTexts(change).map((text) => `      ${paint('bad', `severe: ${oneLine(text)}`)}`),
    ...whyLines(change, isVerbose, paint),
    ...own,
    ...(isVerbose ? change.lost.map((text) => `      ${paint('delete', `lost: ${oneLine(text)}`)}`) : []),
    ...notesOf(change).map((text) => `      note: ${oneLine(text)}`),
    ...(change.blocked === undefined ? [] : blockedLines(change.blocked, paint).map((line) => `      ${line}`)),
  ];
}

/** `12 of spaces: a="A" page-{1..11}="Page {1..11}"`, from which exactly the list can be had back. */
function groupHead(group: Group): string {
  const [{ address, action }] = group;
  const items = group.map((change) => ({ key: keyIn(change.address), title: titleOf(change), id: idOf(change) }));
  return `${group.length} of ${oneLine(listOf(address))}: ${packed(items, { hasIds: true, isOrdered: action === 'move' })}`;
}

function titleText(change: ChangeView): string {
  const title = isStateOnly(change.action) ? undefined : titleOf(change);
  return title === undefined ? '' : ` ${quoted(title)}`;
}

function headEnd(change: ChangeView): string {
  const known = change.action === 'adopt' ? change.id : idOf(change);
  const id = known === undefined ? '' : ` (${oneLine(known)})`;
  if (change.action === 'move')
    return change.beside === undefined ? '' : `  ${oneLine(change.beside.relation)} ${neighbourText(change, change.beside)}`;
  if (change.action === 'adopt') return `  adopted${id}${change.why === undefined ? '' : `, ${oneLine(change.why)}`}`;
  if (change.action === 'rename') return change.from === undefined ? '  renamed' : `  was ${oneLine(change.from)}`;
  if (change.action === 'record') return '  recorded in the ledger';
  if (change.action === 'release') return '  released: no longer managed, kept on the platform';
  return id;
}

function whyLines(change: ChangeView, isVerbose: boolean, paint: Painter): readonly string[] {
  if (change.why === undefined || change.action === 'adopt' || (isUsualWhy(change) && !isVerbose)) return [];
  return [`      ${paint('faint', `why: ${oneLine(change.why)}`)}`];
}

function placeLines({ span }: ChangeView): readonly string[] {
  return span === undefined ? [] : [`      at ${placeText(span)}`];
}

/** What it stands in, and what goes along with it. */
function surroundings({ objects }: ChangeView): readonly string[] {
  const words = { container: 'in', contents: 'along with it' } as const;
  return objects.flatMap((each) =>
    each.as === 'container' || each.as === 'contents' ? [`      ${words[each.as]}: ${oneLine(each.address)} ${objectName(each)}`] : [],
  );
}

function neighbourText(change: ChangeView, { address }: Beside): string {
  return `${oneLine(address)}${nameAfter(change, address)}`;
}

function fieldLines(change: ChangeView, isOne: boolean, isVerbose: boolean, paint: Painter): readonly string[] {
  const fields = isVerbose && isOne ? change.fields : fieldsOf(change);
  const width = Math.max(0, ...fields.map((field) => oneLine(field.field).length));
  return fields.flatMap((field) => {
    const name = oneLine(field.field).padEnd(width);
    const grown = isOne ? undefined : growthOf(change, field);
    if (grown !== undefined) return [`      ${name}  … + ${quoted(grown)}${originText(field.origin)}`];
    const parts = field.isReference === true ? [] : differencesOf(field.before, field.after, field);
    if (parts.length > 0)
      return parts.map(({ mark, at, text }, index) => {
        const sign = mark === ' ' ? ' ' : paint(signRoles[mark], mark);
        return `      ${index === 0 ? name : ' '.repeat(width)} ${sign} ${at === undefined ? '' : `${at}: `}${text}${index === 0 ? originText(field.origin) : ''}`;
      });
    return [`      ${name}  ${pairText(change, field)}`];
  });
}

const signRoles = { '+': 'create', '-': 'delete', '~': 'update' } as const;

function pairText(change: ChangeView, field: FieldChange): string {
  const { before, after } = withNames(change, field);
  if (field.before === undefined && ['create', 'replace', 'record'].includes(change.action)) return after;
  return change.action === 'delete' ? before : `${before} → ${after}${originText(field.origin)}`;
}

export function blockedLines(blocked: Blocked, paint: Painter): readonly string[] {
  return [
    paint('blocked', `${isBlocking(blocked) ? 'blocked' : 'warning'}[${oneLine(blocked.code)}]: ${oneLine(blocked.reason)}`),
    ...(blocked.hint === undefined ? [] : [`  help: ${oneLine(blocked.hint)}`]),
    ...(blocked.override === undefined ? [] : [`  to do it all the same: ${oneLine(blocked.override)}`]),
  ];
}
