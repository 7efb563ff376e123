/** The branding of a site, and its overrides for a site-space. A write of the site replaces everything, so it starts from what the platform has at that moment. */
import { type Call, call } from '../../contract/endpoint.ts';
import * as gitbook from '../../contract/gitbook/customization.ts';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import { defineKind, type StepInput, siteOf } from '../define-kind.ts';
import type { FieldShape } from '../field.ts';
import type { Decoded } from '../reading.ts';
import { overridableSettings, type Settings, siteSettings } from './branding-settings.ts';
import { fromPlatform, type PlainType, toPlatform } from './branding-values.ts';

function fieldsOf(all: Settings) {
  return Object.fromEntries(
    Object.entries(all).map(([name, { field }]) => [
      name,
      { ...field, dialects: ['gitbook'], writtenBy: 'update' } satisfies FieldShape,
    ]),
  );
}

function valueAt(of: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((part, name) => jsonObjectOf(part)[name], of);
}

function withValue(of: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const { [name]: was, ...others } = of;
  if (rest.length > 0) return { ...of, [name]: withValue(jsonObjectOf(was), rest, value) };
  return value === undefined ? others : { ...of, [name]: value };
}

/** A value in a form that docform does not know counts as not shown. */
function decode(all: Settings, reply: unknown, id: string): Decoded | undefined {
  if (!isJsonObject(reply)) return undefined;
  const fields: { [field: string]: Value } = {};
  for (const [name, { field, at, read }] of Object.entries(all)) {
    const live = valueAt(reply, at);
    if (live === undefined || live === null) continue;
    const value = read === undefined ? fromPlatform(field.type as PlainType, live) : read(live);
    if (value !== undefined) fields[name] = value;
  }
  return { id, fields };
}

/** Sets the declared fields in `start`. Members that docform does not know keep their values in `live`. */
function written(all: Settings, fields: StepInput['fields'], live: JsonObject, start: JsonObject): JsonObject {
  return Object.entries(fields).reduce((body, [name, value]) => {
    const setting = all[name];
    if (setting === undefined) return body;
    const { field, at, write, cleared } = setting;
    if (value === null) return withValue(body, at, cleared);
    const was = valueAt(live, at);
    return withValue(body, at, write?.(value, was) ?? toPlatform(field.type as PlainType, value, was));
  }, start);
}

const shared = {
  segment: 'customization',
  singleton: true,
  key: 'name',
  naturalKeys: [],
  undeletable: true,
  dialects: ['gitbook'],
} as const;

const unmasked = { unmasked: true } as const;

function ofSiteSpace(input: Parameters<typeof siteOf>[0]) {
  return { ...siteOf(input), siteSpaceId: input.up('site-space') };
}

export const customization = defineKind({
  ...shared,
  name: 'customization',
  title: 'customization',
  description: 'The branding of a site: colors, fonts, logos, header, footer and features.',
  parents: ['site'],
  replacesWhole: true,
  followsParent: true,
  fields: fieldsOf(siteSettings),
  reading: {
    by: 'object',
    isOptional: true,
    call: (input) => call(gitbook.getCustomization, { path: siteOf(input), query: unmasked }),
    decode: (reply, { parentId }) => decode(siteSettings, reply, parentId),
  },
  basis: (step) => call(gitbook.getCustomization, { path: siteOf(step), query: unmasked }),
  update: (step) => {
    const { updatedAt: _, ...live } = jsonObjectOf(step.basis);
    const body = written(siteSettings, step.fields, live, live);
    // The platform has answered the settings that it accepts.
    return call(gitbook.replaceCustomization, { path: siteOf(step), body: body as never });
  },
});

export const siteSpaceCustomization = defineKind({
  ...shared,
  name: 'site-space-customization',
  title: 'customization override',
  description: 'The branding of a site in one of its spaces, where it differs from the site.',
  parents: ['site-space'],
  inherits: 'customization',
  fields: fieldsOf(overridableSettings),
  reading: {
    by: 'object',
    isOptional: true,
    call: (input) => call(gitbook.getSiteSpaceCustomization, { path: ofSiteSpace(input), query: unmasked }),
    decode: (reply, { parentId }) => decode(overridableSettings, reply, parentId),
  },
  basis: (step) => call(gitbook.getSiteSpaceCustomization, { path: ofSiteSpace(step), query: unmasked }),
  update: (step): Call => {
    const body = written(overridableSettings, step.fields, jsonObjectOf(step.basis), {});
    return call(gitbook.overrideCustomization, { path: ofSiteSpace(step), body });
  },
});

/** The declared settings as the platform has them; undefined: the kind has none. */
export function platformSettings(
  kind: string,
  fields: StepInput['fields'],
): { readonly [name: string]: Value } | undefined {
  const all = { [customization.name]: siteSettings, [siteSpaceCustomization.name]: overridableSettings }[kind];
  return all && (written(all, fields, {}, {}) as { readonly [name: string]: Value });
}
