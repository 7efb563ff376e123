/** Adds resources to the draft, with their keys. */

import { type Address, childAddress, listAddress } from '../../core/address.ts';
import { asciiForm, asciiHint } from '../../core/ascii-form.ts';
import { titleWithArticle } from '../../core/count.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { foldKeyCase, keyPattern, keyWords, longestKey } from '../../kinds/declaration/key.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import { idPattern } from '../grammar.ts';
import { reportDuplicateKey } from '../yaml/convert.ts';
import type { ConfigurationDraft, DraftResource } from './draft.ts';
import { isFormatted, lengthOf, matches, type TextType } from './text-formats.ts';

/** `written`: undefined after a problem. Resources with an invalid key cannot be referenced. */
export function newResource(
  draft: ConfigurationDraft,
  shape: KindShape,
  written: string | undefined,
  parent: Address | null,
  span: SourceSpan,
): DraftResource {
  const isValid = written !== undefined && isKeyValid(draft, shape, written, span);
  const key = foldKeyCase(shape, written ?? '', draft.shapes);
  const address = childAddress(parent, shape.segment, key);
  const resource = register(draft, shape, { address, key, parent, span }, isValid);
  if (shape.key === 'name') return resource;
  const { field } = shape.key;
  const type = shape.fields[field]?.type;
  resource.fieldSpans[field] = span;
  if (type?.is !== 'ref') resource.fields[field] = key;
  else if (isValid) draft.references.push({ from: resource, field, type, key, span });
  return resource;
}

export function register(
  { at, scopes, problems }: ConfigurationDraft,
  shape: KindShape,
  place: Pick<DraftResource, 'address' | 'key' | 'parent' | 'span'>,
  isValid = true,
): DraftResource {
  const { address, key, parent, span } = place;
  const resource: DraftResource = { address, kind: shape.name, key, parent, span, fields: {}, fieldSpans: {} };
  if (!isValid) return resource;
  const first = at.get(address);
  if (first !== undefined) {
    reportDuplicateKey(problems, key, span, first.span, shape.title);
    return resource;
  }
  at.set(address, resource);
  const list = listAddress(parent, shape.segment);
  const scope = scopes.get(list);
  if (scope === undefined) scopes.set(list, new Map([[key, resource]]));
  else scope.set(key, resource);
  return resource;
}

/** A key that refers to another resource has the bounds of its key. */
export function keyType(shape: KindShape, shapes: Shapes): TextType {
  const type = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  const target = type?.is === 'ref' ? shapes.get(type.to) : undefined;
  if (target !== undefined) return keyType(target, shapes);
  if (type?.is !== 'text') return { is: 'text', min: 1, max: longestKey, pattern: keyPattern };
  return takesVariables(shape) ? { ...type, pattern: idPattern, max: longestKey } : type;
}

/** Keys that are platform ids differ between organizations, so they can contain variables. */
export function takesVariables(shape: KindShape): boolean {
  return shape.key !== 'name' && shape.key.field === 'id';
}

function isKeyValid({ problems, shapes }: ConfigurationDraft, shape: KindShape, key: string, span: SourceSpan) {
  const refusal = keyRefusal(shape, key, shapes);
  if (refusal === undefined) return true;
  const encoded = encodedKey(shape, key, shapes);
  problems.add('E-KEY-NAME', span, {
    message: `invalid key "${key}" for ${titleWithArticle(shape)}`,
    label: 'not a valid key',
    hint: key.includes('${')
      ? 'use variables only in values, and in keys of link invites'
      : encoded === undefined
        ? `change the key: it ${refusal}`
        : asciiHint(encoded),
  });
  return false;
}

/** A path such as `/über` as URLs have it, or the domain of an e-mail address in punycode. */
function encodedKey(shape: KindShape, key: string, shapes: Shapes) {
  const { format } = keyType(shape, shapes);
  const isPath = shape.key !== 'name' && shape.key.isPath === true;
  if (!isPath && format !== 'email') return undefined;
  return asciiForm(key, (form) => keyRefusal(shape, form, shapes) === undefined);
}

/** Returns the requirement that the key violates. */
export function keyRefusal(shape: KindShape, key: string, shapes: Shapes): string | undefined {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, format } = keyType(shape, shapes);
  const isPath = shape.key !== 'name' && shape.key.isPath === true;
  const length = lengthOf(key, min, max);
  const isLong = length > max;
  const isWritten =
    length >= min && !isLong && (isPath || !key.includes('/')) && (pattern === undefined || matches(pattern, key));
  if (isWritten && (format !== 'email' || isFormatted(format, key))) return undefined;
  if (format === 'email') return 'must be an e-mail address';
  if (isLong) return `can have at most ${max} characters`;
  return pattern === keyPattern ? `must ${keyWords}` : `must match ${pattern}`;
}
