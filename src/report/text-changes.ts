/** The changes of a plan as text, place by place: who they are about, what becomes of it, equal ones together. */
import { keyIn, listOf } from '../core/address.ts';
import { type Beside, type Blocked, type FieldChange, isBlocking, isStateOnly } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { fieldsOf, growthOf, idOf, titleOf } from './alike-changes.ts';
import { differencesOf } from './difference.ts';
import { nameAfter, objectName, withNames, withNewNames } from './objects.ts';
import { packed } from './packed.ts';
import { type Group, placesOf } from './places.ts';
import { oneLine, quoted } from './sanitize.ts';
import { isUsualWhy, notesOf, originText, type Painter, placeText, roles, severeTexts, symbols } from './words.ts';

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
