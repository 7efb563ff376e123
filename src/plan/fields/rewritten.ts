/** Values that the platform rewrites when it stores them, such as a title without double blanks. The ledger records what the platform had after the apply. */
import { valueWithoutCredentials } from '../../core/credentials.ts';
import { asMap, type DesiredValue, type LedgerEntry, type Value } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { markOf } from './field-marks.ts';

/** Fingerprints by field, or by `field.key` for maps that are compared key by key. */
export interface LastApplied {
  readonly [field: string]: string;
}

/** What the ledger records about the fields of an object. undefined: unknown. */
export interface Recorded {
  readonly applied: LastApplied | undefined;
  /** Fingerprints of the values on the platform after the apply, where they differ from the applied ones. */
  readonly rewritten: LastApplied | undefined;
}

interface RewrittenPart {
  /** `title`, or `values.status`. */
  readonly mark: string;
  readonly live: string;
  /** For people. */
  readonly text: string;
}

/** Only plain texts that do not decide about access: for other fields, another value on the platform is never harmless. */
function isPlainText({ type, exposure, secret, writeOnly, change, publishes }: FieldShape) {
  const isText = type.is === 'keyed' || (type.is === 'text' && (type.format === undefined || type.format === 'uri'));
  return isText && !exposure && !secret && !writeOnly && change === undefined && !publishes;
}

/** The texts of a field as declared and on the platform. An empty text on the platform is a lost value, not a rewritten one. */
function textsOf(name: string, field: FieldShape, wanted: DesiredValue, live: Value | undefined) {
  if (!isPlainText(field)) return [];
  const isMap = field.type.is === 'keyed';
  const pairs = isMap
    ? Object.entries(asMap(wanted as Value)).map(([key, value]) => [`${name}.${key}`, value, asMap(live)[key]] as const)
    : [[name, wanted, live] as const];
  return pairs.flatMap(([mark, text, now]) =>
    typeof text === 'string' && typeof now === 'string' && now !== '' && text !== now ? [{ mark, text, now }] : [],
  );
}

/** The texts that were applied as declared, and that the platform still has as an apply found them afterwards. */
export function rewrittenPartsOf(
  { applied, rewritten }: Recorded,
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
): readonly RewrittenPart[] {
  if (applied === undefined || rewritten === undefined) return [];
  return textsOf(name, field, wanted, live).flatMap(({ mark, text, now }) =>
    applied[mark] === markOf(field, text) && rewritten[mark] === markOf(field, now)
      ? [{ mark, live: rewritten[mark], text: noteOf(mark, text, now) }]
      : [],
  );
}

function noteOf(mark: string, text: string, now: string) {
  const [was, is] = [text, now].map((each) => JSON.stringify(valueWithoutCredentials(each)));
  return `${mark} is rewritten by the platform: docform applied ${was}, and the platform has ${is}`;
}

/** The rest of a declared value. undefined: nothing is left. */
export function withoutParts(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  parts: readonly RewrittenPart[],
): DesiredValue | undefined {
  if (parts.length === 0) return wanted;
  if (field.type.is !== 'keyed') return undefined;
  const kept = Object.entries(asMap(wanted as Value)).filter(
    ([key]) => !parts.some(({ mark }) => mark === `${name}.${key}`),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The fingerprints of texts that differ on the platform although they were applied as declared. */
export function storedMarks(
  { applied }: Recorded,
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
): { readonly [mark: string]: string } {
  const texts = textsOf(name, field, wanted, live).filter(({ mark, text }) => applied?.[mark] === markOf(field, text));
  return Object.fromEntries(texts.map(({ mark, now }) => [mark, markOf(field, now)]));
}

/** The record for the next ledger: another value, declared or on the platform, ends it. */
export function stillRewritten(parts: readonly RewrittenPart[]): LedgerEntry['rewritten'] {
  return parts.length === 0 ? undefined : Object.fromEntries(parts.map(({ mark, live }) => [mark, live]));
}
