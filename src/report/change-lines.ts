/** Fields, notes and names of a change as lines for all formats. */
import { type Address, topOf } from '../core/address.ts';
import { type AffectedObject, type Change, type FieldChange, restoredText } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { code, type FieldLine, type Line, line, type Note, pairLine, type ReportItem } from './lines.ts';
import type { Group } from './places.ts';
import { growthOf, type ReportedChange } from './reported-change.ts';
import { oneLine, quoted } from './sanitize.ts';
import { differencesOf, valuePair } from './values.ts';
import { actionWords, moveWords, originTexts, placeText } from './words.ts';

/** Appended words, differences, the remaining value, or both values. `isOne`: the change is not part of a group. */
export function fieldLine(change: ChangeView, field: FieldChange, isOne: boolean): FieldLine {
  const facts = { name: field.field, origin: field.origin === undefined ? '' : originTexts[field.origin] };
  if (change.action === 'unmanage') {
    const kept = field.before === undefined ? line`as it is` : code(withNames(change, field).before);
    return { ...facts, value: line`stays ${kept}` };
  }
  const grown = isOne ? undefined : growthOf(change, field);
  if (grown !== undefined) return { ...facts, value: line`… + ${code(quoted(grown), 'is')}` };
  const parts = field.isReference === true ? [] : differencesOf(field.before, field.after, field);
  if (parts.length > 0) return { ...facts, parts };
  const pair = withNames(change, field);
  if (change.action === 'delete') return { ...facts, value: code(pair.before, 'was') };
  const isNew = field.before === undefined && ['create', 'invite', 'replace', 'record'].includes(change.action);
  return { ...facts, value: isNew ? code(pair.after, 'is') : pairLine(pair) };
}

interface ItemOptions {
  readonly isVerbose?: boolean;
  readonly isHighRisk?: boolean;
  /** High-risk effects of the change, unless a field already has a reason. */
  readonly reasons?: readonly string[];
  /** Address of an earlier change that is blocked for the same reason. */
  readonly cause?: Address | undefined;
}

/** A group of changes below `head`, which each format writes itself. */
export function changeItem(group: Group, head: Line, options: ItemOptions = {}): ReportItem {
  const [change] = group;
  const { isVerbose = false, isHighRisk = false, reasons = [], cause } = options;
  const { action, blocked, risks } = change;
  const isOne = group.length === 1;
  const shown = isVerbose && isOne ? change.fields : change.shownFields;
  return {
    ...{ symbol: actionWords[action].symbol, role: actionWords[action].role, isHighRisk, head },
    fields: shown.map((field) => fieldLine(change, field, isOne)),
    lines: isVerbose && isOne ? surroundings(change) : [],
    notes: [
      ...[...risks, ...reasons].map((text): Note => ({ label: 'high-risk', text, role: 'bad' })),
      ...change.lost.map((text): Note => ({ label: 'cannot be reverted', text, role: 'delete' })),
      ...reasonNotes(change, isVerbose),
    ],
    blocked: blocked && { ...blocked, cause },
  };
}

/** The heads of adopted and restored objects already contain the reason. */
function reasonNotes({ action, why, reason, remarks }: ReportedChange, isVerbose: boolean): readonly Note[] {
  const text = action === 'adopt' || why === restoredText ? undefined : isVerbose ? why : reason;
  return [
    ...(text === undefined ? [] : [{ label: 'why', text, role: 'faint' as const }]),
    ...remarks.map((remark) => ({ label: 'note', text: remark })),
  ];
}

/** The position in the configuration, the container, and contents that a delete also deletes. */
function surroundings({ span, objects }: ReportedChange) {
  const words = { container: 'in', contents: 'together with' } as const;
  return [
    ...(span === undefined ? [] : [line`at ${placeText(span)}`]),
    ...objects.flatMap((each) =>
      each.as === 'container' || each.as === 'contents'
        ? [line`${words[each.as]}: ${code(each.address)} ${code(objectName(each))}`]
        : [],
    ),
  ];
}

/** `above sections/a "A" (id)`. Missing: the position does not change. */
export function besideLine(change: Pick<Change, 'beside' | 'objects'>): Line | undefined {
  const { beside, objects } = change;
  if (beside === undefined) return undefined;
  const name = objectAt(objects, beside.address);
  return line`${moveWords[beside.relation]} ${code(beside.address)}${name && line` ${code(objectName(name))}`}`;
}

/** `teams/docs "Docs" (id) above teams/api`. Without `name` if the place above contains it. */
export function namedLine(change: ReportedChange, name: string): Line {
  const { displayTitle: title, displayId: id } = change;
  const own = name === '' ? '' : code(name);
  const called = title === undefined ? '' : line` ${code(quoted(title))}`;
  return line`${own}${called}${id === undefined ? '' : line` (${code(id)})`}${placeLine(change)}`;
}

/** ` above teams/api was teams/old` */
export function placeLine(change: ReportedChange): Line {
  const beside = besideLine(change);
  return line`${beside && line` ${beside}`}${change.from === undefined ? '' : line` was ${code(change.from)}`}`;
}

function objectAt(objects: readonly AffectedObject[], address: unknown): AffectedObject | undefined {
  return objects.find((each) => each.address === address);
}

/** `"Home" (V2euUoapjerbu1hCxVIv)`, with the full id, which approvals cover. */
function objectName({ id, title }: Pick<AffectedObject, 'id' | 'title'>) {
  return title === undefined ? `(${oneLine(id)})` : `${quoted(title)} (${oneLine(id)})`;
}

export function withNames(
  change: Pick<Change, 'address' | 'objects'>,
  field: FieldChange,
): { readonly before: string; readonly after: string } {
  const { before, after } = valuePair(field, field);
  const named = (value: unknown, text: string): string => {
    if (field.isReference !== true) return text;
    const object = objectAt(change.objects, value);
    return `${plainReference(change.address, value) ?? text}${object === undefined ? '' : ` ${objectName(object)}`}`;
  };
  return { before: named(field.before, before), after: named(field.after, after) };
}

function plainReference(address: string, value: unknown) {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) return undefined;
  if (value.startsWith(`${address}/`)) return value.slice(address.length + 1);
  const top = topOf(address);
  return value.startsWith(top) && /^\/(groups|sections)\//.test(value.slice(top.length))
    ? value.slice(top.length + 1)
    : value;
}
