/** The properties of fields, shared by validator, planner and apply. */

import { readCertificates } from '../contract/certificate.ts';
import { isEmoji } from '../contract/emoji.ts';
import { roles } from '../contract/roles.ts';
import { type Address, type ListAddress, listAddress, listOf } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import { type DesiredValue, isReference, type KindName, type Value } from '../core/state.ts';
import type { FieldType, Within } from './field-type.ts';

export {
  canonicalText as writtenText,
  comparableText as comparedText,
  expandRecord as wholeRecord,
  type FieldType,
  type Members,
  normalizeLineEndings as withPlainLines,
  normalizePem as pemText,
  shortenRecord as shortRecord,
} from './field-type.ts';
export { isEmoji, readCertificates as certificatesIn, roles };

export interface FieldShape {
  readonly type: FieldType;
  /** One sentence for editors, `docform explain` and the reference. */
  readonly description: string;
  /** Not needed for choices, flags and references. */
  readonly example?: Value;
  readonly required?: true;
  /** null is allowed, and sent. */
  readonly clearable?: true;
  /** null is a value, not the absence of one, so it is also sent at creation. */
  readonly nullIsValue?: true;
  /**
   * The platform derives the value of a new object from a title. `from`: fields with the title, best first. A reference
   * stands for the title of its object.
   */
  readonly derivation?: { readonly from: readonly string[]; readonly value: (title: string) => string };
  /** The call that writes the field; `move` changes the container. Default: create and update. `create` without `change`: used at creation and never compared. */
  readonly writtenBy?: 'create' | 'update' | 'move';
  /** With `writtenBy: 'move'`: the create call can also set the container. */
  readonly placedAtCreation?: true;
  /** `replace`: a change needs delete and create. `note`: a difference is only mentioned. */
  readonly change?: 'replace' | 'note';
  /** Dialects in which an update can change it, in place of `change`. */
  readonly changesIn?: readonly Dialect[];
  /** For a field that is used only at creation: the ledger records the value, so that plans note a later change. */
  readonly isRecorded?: true;
  /** Written in a later update, once its target exists, and before its former target is deleted. */
  readonly deferred?: true;
  /** With a wrong value, the object does not work. */
  readonly connects?: true;
  /** Environments need different values: one environment must not take over the audience or the URL of another. */
  readonly perEnvironment?: true;
  /** `digest`: printed as SHA-256. */
  readonly secret?: 'digest';
  /** The platform never returns the field: it is compared with the digest of the last applied value. */
  readonly writeOnly?: true;
  /** A write-only field of which the platform shows whether the object has a value: null, or any text. */
  readonly isPresenceShown?: true;
  /** The contract promises the field in every answer. */
  readonly isAlwaysShown?: true;
  /** Maximum length in the create call, if shorter than in the update call. */
  readonly createMax?: number;
  /** The key under which the configuration can name a file with the text. */
  readonly fileKey?: string;
  /** The configuration can write `{ file: PATH }`. docform writes such files into this folder, with this ending. */
  readonly fromFile?: { readonly folder: string; readonly ending: string };
  /** No two resources in this scope can have the same value. */
  readonly unique?: 'organization' | 'site' | 'parent';
  /** The value that the platform sets at creation, so that no update is needed. */
  readonly initial?: Value;
  /** The default according to the contract: sent if declared, omitted by import. */
  readonly defaultValue?: Value;
  /** The platform defaults to the first target, so import omits the field. */
  readonly defaultsToFirst?: true;
  /** Compared case-insensitively, such as e-mail addresses. */
  readonly caseFolded?: true;
  /** The platform cannot set it from true to false: such a change is blocked. */
  readonly oneWay?: true;
  /** Not part of the language: docform derives it. */
  readonly derived?: true;
  /** Changes that widen access are reported as high-risk. */
  readonly exposure?: Exposure;
  /** While the field has this value, the platform can reject writes to children of these kinds. */
  readonly locks?: { readonly value: Value; readonly kinds: readonly KindName[] };
  /** The field can have no effect while this field of an ancestor has another value. */
  readonly effectiveWith?: { readonly kind: KindName; readonly field: string; readonly value: Value };
  /** Objects that can still use an item removed from the list; a note mentions them. */
  readonly chosenBy?: string;
  /** A copy starts with the value of its original. */
  readonly copied?: true;
  /** If declared, a new object has this value until its update, which also sets its condition. */
  readonly untilRestricted?: Value;
  /**
   * Decides whether anybody can read the object: written in a step of its own, after all other steps in the object, or
   * before them if it restricts access.
   */
  readonly publishes?: true;
  /** The dialects that have the field. Missing: all. */
  readonly dialects?: readonly Dialect[];
  /** Lists in the object that a plan reads because of the field. */
  readonly reads?: readonly KindName[];
  /** The platform keeps the reference of an object whose target is deleted. */
  readonly mayDangle?: true;
  /** Written after all resources of these kinds, in the same top-level resource or at the top level. */
  readonly after?: readonly KindName[];
}

/** The effect of a change on people, by direction. */
interface ExposureWords {
  readonly widens: string;
  readonly restricts: string;
}

export type Exposure = ExposureWords & {
  /** Words for a change between these values, if they are more exact than the words for any change. */
  readonly wordsBetween?: (before: Value | undefined, after: Value | undefined) => ExposureWords;
  /** A change affects what readers meet, not who can read. */
  readonly isOfContent?: true;
} & (
    | OrderedExposure
    /** A new item in the list widens access. */
    | { readonly by: 'growth' }
    /** Any change of a set value can widen access. */
    | { readonly by: 'change' }
    /** A URL with a new host leads readers to another website. */
    | { readonly by: 'hosts' }
  );

interface OrderedExposure {
  /** A value in a later row widens access; values of one row are equivalent. The rank of other values is unknown. */
  readonly by: 'rise';
  readonly order: readonly (readonly Value[])[];
  /** A new object in an existing container also widens access, compared with the first value. */
  readonly ofNew?: true;
  /**
   * A value that stands for the value of the container. New and moved objects are compared with the value that they
   * would inherit, or had before. `atTop`: new objects at the top level are compared with this field of the
   * organization, or with `otherwise` if the field is unknown.
   */
  readonly inherited?: {
    readonly value: Value;
    readonly atTop: { readonly kind: KindName; readonly field: string; readonly otherwise: Value };
  };
}

export type Words = Omit<FieldShape, 'type' | 'description'>;
export type RefWords = Words & { readonly within?: Within; readonly under?: string };
type Bounds = Omit<Extract<FieldType, { is: 'text' }>, 'is'>;

/** From no permissions to all permissions. */
export const roleOrder: OrderedExposure['order'] = [[null], ...roles.toReversed().map((each) => [each])];

export function rankOfValue(order: OrderedExposure['order'], value: Value): number | undefined {
  const at = order.findIndex((row) => row.includes(value));
  return at === -1 ? undefined : at;
}

/** A value in a later row widens access. */
export function exposureByRank(order: OrderedExposure['order'], widens: string, restricts: string) {
  return { by: 'rise', order, widens, restricts } as const;
}

export function exposureByRole(widens: string, restricts: string) {
  return exposureByRank(roleOrder, widens, restricts);
}

/** What people with the higher of two levels can do that people with the lower one cannot: `read`, `change`, `read or change`. Anything if a level is unknown. */
export function abilityDifference(one: Value | undefined, other: Value | undefined): string {
  const [from, to] = [one, other].map((level) => (level === undefined ? undefined : rankOfValue(roleOrder, level)));
  if (from === undefined || to === undefined) return 'read or change';
  const [lower, higher] = [roleOrder[Math.min(from, to)]?.[0], roleOrder[Math.max(from, to)]?.[0]];
  const most = higher === 'read' ? 'read' : higher === 'comment' ? 'comment on' : 'change';
  return lower === null && most !== 'read' ? `read or ${most}` : most;
}

function levelWords(before: Value | undefined, after: Value | undefined): ExposureWords {
  const ability = abilityDifference(before, after);
  return { widens: `more people can ${ability} its content`, restricts: `fewer people can ${ability} its content` };
}

/** The contract does not define `inherit` at the top level. */
export const levelExposure: Exposure = {
  ...exposureByRole('more people can read or change its content', 'fewer people can read or change its content'),
  wordsBetween: levelWords,
  inherited: { value: 'inherit', atTop: { kind: 'organization', field: 'defaultRole', otherwise: 'read' } },
};

/** Both the removed and the new condition decide who sees the content, so any change can reveal content. */
const changedCondition: Exposure = {
  by: 'change',
  widens: 'visitors may see content that was hidden from them',
  restricts: 'only visitors who meet a condition can see it',
};

export const conditionWords = {
  example: 'visitor.claims.plan == "team"',
  format: 'condition',
  after: ['adaptive-schema'],
  effectiveWith: { kind: 'site', field: 'adaptiveContent', value: true },
  exposure: changedCondition,
} as const;

/** A draft is on the site, but readers cannot see it. */
export const draftWords = {
  dialects: ['gitbook'],
  initial: false,
  defaultValue: false,
  untilRestricted: true,
  exposure: exposureByRank(
    [[true], [false]],
    'readers of the site can see it',
    'readers of the site can no longer see it',
  ),
} as const;

export function referencedList(
  { within }: Extract<FieldType, { is: 'ref' }>,
  from: Address,
  { segment }: { segment: string },
): ListAddress {
  const parent = within === 'self' ? from : within === 'parent' ? listOf(listOf(from)) : null;
  return listAddress(parent, segment);
}

/** The configuration expresses the field by nesting, such as the group of a section. */
export function isContainerField({ type }: FieldShape): boolean {
  return type.is === 'ref' && type.within === 'site';
}

export function isCondition({ type }: FieldShape): boolean {
  return type.is === 'text' && type.format === 'condition';
}

interface Direction {
  readonly topic: 'opened' | 'restricted';
  readonly what: string;
}

/** Decides whether a change widens or restricts access. A change that can do both counts as widening. undefined: neither, or a reference. */
export function exposureDirection(
  field: FieldShape,
  before: DesiredValue | undefined,
  after: DesiredValue | undefined,
): Direction | undefined {
  const { exposure } = field;
  if (exposure === undefined || isReference(before) || isReference(after)) return undefined;
  const [was, is] = [valueOrDefault(field, before), after ?? null];
  const words = exposure.wordsBetween?.(was, is) ?? exposure;
  if (isWidened(exposure, was, is)) return { topic: 'opened', what: words.widens };
  return isWidened(exposure, is, was) ? { topic: 'restricted', what: words.restricts } : undefined;
}

export function wideningText(
  field: FieldShape,
  before: DesiredValue | undefined,
  after: DesiredValue | undefined,
): string | undefined {
  const direction = exposureDirection(field, before, after);
  return direction?.topic === 'opened' ? direction.what : undefined;
}

/** Whether the change takes access away from somebody. It can also widen the access of others. */
export function canRestrict(
  { exposure, ...field }: FieldShape,
  before: DesiredValue | undefined,
  after: DesiredValue | undefined,
): boolean {
  if (exposure === undefined || isReference(before) || isReference(after)) return false;
  return isWidened(exposure, after ?? null, valueOrDefault(field, before));
}

/** The same for a new object in an existing container. */
export function wideningTextOfNew(field: FieldShape, value: DesiredValue | undefined): string | undefined {
  const { exposure } = field;
  if (exposure?.by !== 'rise' || exposure.ofNew !== true || value === undefined) return undefined;
  return wideningText(field, exposure.order[0]?.[0] ?? null, value);
}

function valueOrDefault({ initial, defaultValue }: FieldShape, value: Value | undefined): Value {
  return value === undefined ? (initial ?? defaultValue ?? null) : value;
}

function isWidened(exposure: Exposure, before: Value, after: Value): boolean {
  if (exposure.by === 'growth') return listOrEmpty(after).some((item) => !listOrEmpty(before).includes(item));
  if (exposure.by === 'change') return before !== null && before !== after;
  if (exposure.by === 'hosts') return urlHosts(after).some((host) => !urlHosts(before).includes(host));
  const [from, to] = [rankOfValue(exposure.order, before), rankOfValue(exposure.order, after)];
  if (before === after || to === 0 || from === exposure.order.length - 1) return false;
  return from === undefined || to === undefined || to > from;
}

/** The part of a value that decides about its exposure. */
export function exposureDecidingPart({ exposure }: FieldShape, value: Value): Value {
  return exposure?.by === 'hosts' ? [...new Set(urlHosts(value))].sort() : value;
}

/** The hosts of all URLs in the value. A text that is no URL has none. */
function urlHosts(value: Value): readonly string[] {
  if (typeof value === 'string') return URL.canParse(value) ? [new URL(value).host] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlHosts) : [];
}

function listOrEmpty(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

export function textField(description: string, words: Words = {}, bounds: Bounds = {}): FieldShape {
  return { type: { is: 'text', ...bounds }, description, ...words };
}

export function booleanField(description: string, words: Words = {}): FieldShape {
  return { type: { is: 'boolean' }, description, ...words };
}

export function referenceField(to: KindName, description: string, words: RefWords = {}): FieldShape {
  const { within, under, ...rest } = words;
  return { type: { is: 'ref', to, ...withoutUndefined({ within, under }) }, description, ...rest };
}

/** The value in the create call, cut to `createMax` without splitting a surrogate pair. undefined: another call writes the field. */
export function valueAtCreation<V extends DesiredValue>(field: FieldShape, value: V): V | string | undefined {
  if (field.deferred || field.writtenBy === 'update') return undefined;
  if (field.writtenBy === 'move' && (!field.placedAtCreation || value === null)) return undefined;
  if (field.createMax === undefined || typeof value !== 'string') return value;
  return value.slice(0, field.createMax).replace(/[\uD800-\uDBFF]$/, '');
}

export function isSetAtCreation({ writtenBy, change }: FieldShape): boolean {
  return writtenBy === 'create' && change === undefined;
}

/** The platform does not show the field, although the contract promises it: its value is unknown, not cleared. */
export function isUnexpectedlyMissing({ isAlwaysShown }: FieldShape, live: Value | undefined): boolean {
  return isAlwaysShown === true && live === undefined;
}

/** The platform did not return a value that every object has. Texts, lists and clearable values can really be absent. */
export function isNotReturned(field: FieldShape, live: Value | undefined): boolean {
  if (live !== undefined) return false;
  if (field.writeOnly || field.isAlwaysShown) return true;
  const isEverywhere = field.type.is === 'boolean' || field.type.is === 'choice';
  return isEverywhere && (field.clearable !== true || field.nullIsValue === true);
}

/** Whether the platform shows that a write-only field has no value although one is declared, or the reverse. */
export function differsInPresence(
  { isPresenceShown }: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
): boolean {
  return isPresenceShown === true && live !== undefined && (live === null) !== (wanted === null);
}

/** Whether a new object created with `created` needs an update to get this value. */
export function needsUpdate(field: FieldShape, value: DesiredValue, created: DesiredValue | undefined): boolean {
  if (field.writtenBy === 'create' || field.writtenBy === 'move' || isNothingToSet(field, value)) return false;
  // The object was created for this value.
  if (field.changesIn !== undefined) return false;
  return created !== value && !(field.initial !== undefined && field.initial === value);
}

/** A new object has nothing to clear, and an empty map sets nothing. */
export function isNothingToSet(field: FieldShape, value: DesiredValue): boolean {
  if (field.type.is === 'keyed') return Object.keys(value ?? {}).length === 0;
  return value === null && !field.nullIsValue;
}
