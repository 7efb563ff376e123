/** The words a kind describes its fields with; each has one meaning for validator, planner and applier. */
import { isEmoji } from '../contract/emoji.ts';
import { roles } from '../contract/roles.ts';
import type { KindName } from '../core/state.ts';
import { type DesiredValue, isReference, type Value } from '../core/value.ts';

export { isEmoji, roles };

export type FieldType =
  | {
      readonly is: 'text';
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: string;
      readonly format?: 'uri' | 'email' | 'emoji' | 'condition' | 'pem';
    }
  | { readonly is: 'boolean' }
  /** `isOpen`: the platform may have further values; they pass with a warning. */
  | { readonly is: 'choice'; readonly values: readonly string[]; readonly isOpen?: true }
  /** A reference by key. `within: 'self'`: to a child of this resource; `within: 'site'`: to a resource of the same site. `under`: spelled as a map with that one key. */
  | { readonly is: 'ref'; readonly to: KindName; readonly within?: 'self' | 'site'; readonly under?: string }
  /** `set`: order means nothing. `atomic`: compared whole, in order. `mayRepeat`: an item may stand in it more than once. */
  | {
      readonly is: 'list';
      readonly compare: 'set' | 'atomic';
      readonly of: FieldType;
      readonly min?: number;
      readonly max?: number;
      readonly mayRepeat?: true;
    }
  /** A map compared key by key, declared keys only. `keysRefer`: its keys are keys of that kind. */
  | { readonly is: 'keyed'; readonly keysRefer: KindName; readonly of: 'scalar' }
  /** A map compared whole, with `shape` naming what its values are. */
  | { readonly is: 'claims' };

export interface FieldShape {
  readonly type: FieldType;
  /** One sentence for editors and `docform explain`. */
  readonly description: string;
  /** A value as a configuration states it, for editors and the reference; choices, flags and references need none. */
  readonly example?: Value;
  /** Must be stated. */
  readonly required?: true;
  /** null is allowed, and sent. */
  readonly clearable?: true;
  /** null is a value like the others, not the absence of one: what is new may have another, so it is sent then as well. */
  readonly nullIsValue?: true;
  /**
   * Which call carries it: the create call only, the update call only, or a move between containers (a space's collection,
   * a section's group). Default: create and update both. `create` without `change`: read at creation and never compared.
   */
  readonly writtenBy?: 'create' | 'update' | 'move';
  /** With `writtenBy: 'move'`: whether the create call can place it as well. */
  readonly placedAtCreation?: true;
  /** Immutable: `replace` needs delete + create; `note`: a later difference is only mentioned. */
  readonly change?: 'replace' | 'note';
  /** Set in a later update, once what it points to exists; also before what it pointed to is deleted. */
  readonly deferred?: true;
  /** How it prints: `hidden` never; `digest` as its SHA-256. */
  readonly secret?: 'hidden' | 'digest';
  /** The platform never answers with it: it is compared with the digest of what was last applied. */
  readonly writeOnly?: true;
  /** Longest text the create call takes, when that is less than the update call takes. */
  readonly createMax?: number;
  /** Configuration may name a file instead, under this key, and its text is the value. */
  readonly fileKey?: string;
  /** Configuration may write `{ file: PATH }` as its value, and the file's text is the value; where docform writes such a file, and how its name ends. */
  readonly fromFile?: { readonly folder: string; readonly ending: string };
  /** No two members of the scope may share a value; a holder lets go before another takes it. */
  readonly unique?: 'organization' | 'site' | 'parent';
  /** What the platform sets at creation, so that no update is needed to reach it. */
  readonly initial?: Value;
  /** What new ones have anyway, as far as the contract widens: it is sent where stated, and whoever writes down what is there leaves it out. */
  readonly defaultValue?: Value;
  /** Of a reference: the platform takes the first one where it is not said, so that whoever writes down what is there leaves it out. */
  readonly defaultsToFirst?: true;
  /** Compared and matched without regard to case (e-mail addresses). */
  readonly caseFolded?: true;
  /** It can be set to true but never back: the other way is blocked. */
  readonly oneWay?: true;
  /** The configuration never states it: the resolver derives it (a site's default site-space). */
  readonly derived?: true;
  /** Which changes of the value open something, or take away what guarded it: plan, comment and drift tell these as high-risk. */
  readonly exposure?: Exposure;
  /** While it has this value the platform may refuse to write what stands in the object and is of these kinds. */
  readonly locks?: { readonly value: Value; readonly kinds: readonly KindName[] };
  /** It may have no effect while that field of what it stands in has another value. */
  readonly effectiveWith?: { readonly kind: KindName; readonly field: string; readonly value: Value };
  /** Of a list: what may still have an item that goes, which a note tells. */
  readonly chosenBy?: string;
  /** A copy has at first what its original has. */
  readonly copied?: true;
  /** Set only once all resources of these kinds are in place: below the same top-level resource, or at the top level (SSO after its providers). */
  readonly after?: readonly KindName[];
}

/** What such a change is, and what it means for people; `shuts`: what the change the other way means for them. */
export type Exposure = { readonly widens: string; readonly restricts: string } & (
  | OrderedExposure
  /** By an item that was not in the list. */
  | { readonly by: 'growth' }
  /** Whenever there was a value, and it is another one or none. */
  | { readonly by: 'change' }
);

export interface OrderedExposure {
  /** To a value further down; the values of one row are open equally far. How far one in no row is, nobody knows. */
  readonly by: 'rise';
  readonly order: readonly (readonly Value[])[];
  /** Something new in what is there already opens as well: as if it had been at the first of the order before. */
  readonly ofNew?: true;
  /**
   * A value that stands for that of the container. What is new, or goes to another container, opens as far as it gets beyond what it would inherit,
   * or had, before; `atTop`: what is new at the top level is compared with that field of the organization, or with another value where that is not known.
   */
  readonly inherited?: {
    readonly value: Value;
    readonly atTop: { readonly kind: KindName; readonly field: string; readonly otherwise: Value };
  };
}

export type Words = Omit<FieldShape, 'type' | 'description'>;
export type RefWords = Words & { readonly within?: 'self' | 'site'; readonly under?: string };
type Bounds = Omit<Extract<FieldType, { is: 'text' }>, 'is'>;

/** From who may do nothing to who may do everything. */
export const roleOrder: OrderedExposure['order'] = [[null], ...roles.toReversed().map((each) => [each])];

/** How far down in an order a value stands; undefined: nobody knows how open it is. */
export function rankIn(order: OrderedExposure['order'], value: Value): number | undefined {
  const at = order.findIndex((row) => row.includes(value));
  return at === -1 ? undefined : at;
}

export function roleExposure(
  widens: string,
  restricts: string,
): OrderedExposure & Pick<Exposure, 'widens' | 'restricts'> {
  return { by: 'rise', order: roleOrder, widens, restricts };
}

/** Of what holds content. What `inherit` comes to at the top level, the contract does not say. */
export const levelExposure: Exposure = {
  ...roleExposure('more people can read or change its content', 'fewer people can read or change its content'),
  inherited: { value: 'inherit', atTop: { kind: 'organization', field: 'defaultRole', otherwise: 'read' } },
};

/** Seen or not seen: both the condition that goes and the one that comes decide who sees it. */
const changedCondition: Exposure = {
  by: 'change',
  widens: 'visitors may see content that was hidden from them',
  restricts: 'only visitors who meet a condition can see it',
};

/** Whatever is shown to some visitors only: that site has to adapt to who visits it. */
export const conditionWords = {
  example: 'visitor.claims.plan == "team"',
  format: 'condition',
  after: ['adaptive-schema'],
  effectiveWith: { kind: 'site', field: 'adaptiveContent', value: true },
  exposure: changedCondition,
} as const;

/** Where the resource is written says it, such as the group of a section. */
export function isPlace({ type }: FieldShape): boolean {
  return type.is === 'ref' && type.within === 'site';
}

export function isCondition({ type }: FieldShape): boolean {
  return type.is === 'text' && type.format === 'condition';
}

/** Which way a change goes, and what that means for people. */
export interface Direction {
  readonly topic: 'opened' | 'shut';
  readonly what: string;
}

/** The one judgement of what opens: what may open something does, and is not told as what shuts. undefined: neither, as of what refers to something. */
export function directionOf(
  field: FieldShape,
  before: DesiredValue | undefined,
  after: DesiredValue | undefined,
): Direction | undefined {
  const { exposure } = field;
  if (exposure === undefined || isReference(before) || isReference(after)) return undefined;
  const [was, is] = [valueOrDefault(field, before), after ?? null];
  if (isWidened(exposure, was, is)) return { topic: 'opened', what: exposure.widens };
  return isWidened(exposure, is, was) ? { topic: 'shut', what: exposure.restricts } : undefined;
}

/** What it means for people that the value becomes another one; undefined: it opens nothing. */
export function wideningOf(
  field: FieldShape,
  before: DesiredValue | undefined,
  after: DesiredValue | undefined,
): string | undefined {
  const turn = directionOf(field, before, after);
  return turn?.topic === 'opened' ? turn.what : undefined;
}

/** The same of something new in what is there already; undefined as well where that opens nothing by itself. */
export function wideningOfNew(field: FieldShape, value: DesiredValue | undefined): string | undefined {
  const { exposure } = field;
  if (exposure?.by !== 'rise' || exposure.ofNew !== true || value === undefined) return undefined;
  return wideningOf(field, exposure.order[0]?.[0] ?? null, value);
}

/** Where it is not said, it is what new ones have. */
function valueOrDefault({ initial, defaultValue }: FieldShape, value: Value | undefined): Value {
  return value === undefined ? (initial ?? defaultValue ?? null) : value;
}

function isWidened(exposure: Exposure, before: Value, after: Value): boolean {
  if (exposure.by === 'growth') return asList(after).some((item) => !asList(before).includes(item));
  if (exposure.by === 'change') return before !== null && before !== after;
  const [from, to] = [rankIn(exposure.order, before), rankIn(exposure.order, after)];
  if (before === after || to === 0 || from === exposure.order.length - 1) return false;
  return from === undefined || to === undefined || to > from;
}

function asList(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

export function text(description: string, bounds: Bounds = {}, words: Words = {}): FieldShape {
  return { type: { is: 'text', ...bounds }, description, ...words };
}

export function flag(description: string, words: Words = {}): FieldShape {
  return { type: { is: 'boolean' }, description, ...words };
}

export function ref(to: KindName, description: string, words: RefWords = {}): FieldShape {
  const { within, under, ...rest } = words;
  return { type: { is: 'ref', to, ...(within ? { within } : {}), ...(under ? { under } : {}) }, description, ...rest };
}

/**
 * What the create call says of a field that has this value: as much of a text as the call may carry, never cut in the middle of a character that
 * takes two units. undefined: nothing, as another call carries the field.
 */
export function saidAtCreation<V extends DesiredValue>(field: FieldShape, value: V): V | string | undefined {
  if (field.deferred || field.writtenBy === 'update') return undefined;
  if (field.writtenBy === 'move' && (!field.placedAtCreation || value === null)) return undefined;
  if (field.createMax === undefined || typeof value !== 'string') return value;
  return value.slice(0, field.createMax).replace(/[\uD800-\uDBFF]$/, '');
}

/** It is read when its object is made, and never compared. */
export function isReadOnce({ writtenBy, change }: FieldShape): boolean {
  return writtenBy === 'create' && change === undefined;
}

/** Whether a new object that was made with `said` needs an update to have this value. */
export function isLeftToUpdate(field: FieldShape, value: DesiredValue, said: DesiredValue | undefined): boolean {
  if (field.writtenBy === 'create' || field.writtenBy === 'move' || isAbsence(field, value)) return false;
  return said !== value && !(field.initial !== undefined && field.initial === value);
}

/** Nothing has to be cleared in what is new, and a map of no values sets none. */
export function isAbsence(field: FieldShape, value: DesiredValue): boolean {
  if (field.type.is === 'keyed') return Object.keys(value ?? {}).length === 0;
  return value === null && !field.nullIsValue;
}
