/** Values that the platform rewrites when it stores them, such as a title without double blanks. The ledger records what the platform had after the apply. */
import { maskCredentialsInValue } from '../../core/credentials.ts';
import { type DesiredValue, type LedgerEntry, mapOrEmpty, type Value } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { fieldMark } from './field-marks.ts';

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
function textPairs(name: string, field: FieldShape, wanted: DesiredValue, live: Value | undefined) {
  if (!isPlainText(field)) return [];
  const isMap = field.type.is === 'keyed';
  const pairs = isMap
    ? Object.entries(mapOrEmpty(wanted as Value)).map(
        ([key, value]) => [`${name}.${key}`, value, mapOrEmpty(live)[key]] as const,
      )
    : [[name, wanted, live] as const];
  return pairs.flatMap(([mark, text, now]) =>
    typeof text === 'string' && typeof now === 'string' && now !== '' && text !== now ? [{ mark, text, now }] : [],
  );
}

/** The texts that were applied as declared, and that the platform still has as an apply found them afterwards. */
export function findRewrittenParts(
  { applied, rewritten }: Recorded,
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
): readonly RewrittenPart[] {
  if (applied === undefined || rewritten === undefined) return [];
  return textPairs(name, field, wanted, live).flatMap(({ mark, text, now }) =>
    applied[mark] === fieldMark(field, text) && rewritten[mark] === fieldMark(field, now)
      ? [{ mark, live: rewritten[mark], text: rewrittenNote(mark, text, now) }]
      : [],
  );
}

function rewrittenNote(mark: string, text: string, now: string) {
  const [was, is] = [text, now].map((each) => JSON.stringify(maskCredentialsInValue(each)));
  return `${mark} is rewritten by the platform: docform applied ${was}, and the platform has ${is}`;
}

/** The rest of a declared value. undefined: nothing is left. */
export function withoutRewrittenParts(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  parts: readonly RewrittenPart[],
): DesiredValue | undefined {
  if (parts.length === 0) return wanted;
  if (field.type.is !== 'keyed') return undefined;
  const kept = Object.entries(mapOrEmpty(wanted as Value)).filter(
    ([key]) => !parts.some(({ mark }) => mark === `${name}.${key}`),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The fingerprints of texts that differ on the platform although they were applied as declared. */
export function marksOfStoredTexts(
  { applied }: Recorded,
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
): { readonly [mark: string]: string } {
  const texts = textPairs(name, field, wanted, live).filter(
    ({ mark, text }) => applied?.[mark] === fieldMark(field, text),
  );
  return Object.fromEntries(texts.map(({ mark, now }) => [mark, fieldMark(field, now)]));
}

/** The record for the next ledger: another value, declared or on the platform, ends it. */
export function rewrittenRecord(parts: readonly RewrittenPart[]): LedgerEntry['rewritten'] {
  return parts.length === 0 ? undefined : Object.fromEntries(parts.map(({ mark, live }) => [mark, live]));
}
