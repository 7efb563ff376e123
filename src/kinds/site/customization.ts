/** The branding of a site, and its overrides for a site-space. A write of the site replaces everything, so it starts from what the platform has at that moment. */
import { type Call, createCall } from '../../contract/endpoint.ts';
import * as gitbook from '../../contract/gitbook/customization.ts';
import { isJsonObject, type JsonObject, jsonObjectOrEmpty } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import { defineKind, type StepInput, sitePath } from '../define-kind.ts';
import type { FieldShape } from '../field.ts';
import type { Decoded } from '../reading.ts';
import { overridableSettings, type Settings, siteSettings } from './branding-settings.ts';
import { type PlainType, valueFromPlatform, valueToPlatform } from './branding-values.ts';

function fieldsOfSettings(all: Settings) {
  return Object.fromEntries(
    Object.entries(all).map(([name, { field }]) => [
      name,
      { ...field, dialects: ['gitbook'], writtenBy: 'update' } satisfies FieldShape,
    ]),
  );
}

function valueAtPath(of: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((part, name) => jsonObjectOrEmpty(part)[name], of);
}

function setValueAtPath(of: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const { [name]: was, ...others } = of;
  if (rest.length > 0) return { ...of, [name]: setValueAtPath(jsonObjectOrEmpty(was), rest, value) };
  return value === undefined ? others : { ...of, [name]: value };
}

/** A value in a form that docform does not know counts as not shown. */
function decodeSettings(all: Settings, reply: unknown, id: string): Decoded | undefined {
  if (!isJsonObject(reply)) return undefined;
  const fields: { [field: string]: Value } = {};
  for (const [name, { field, at, read }] of Object.entries(all)) {
    const live = valueAtPath(reply, at);
    if (live === undefined || live === null) continue;
    const value = read === undefined ? valueFromPlatform(field.type as PlainType, live) : read(live);
    if (value !== undefined) fields[name] = value;
  }
  return { id, fields };
}

/** Sets the declared fields in `start`. Members that docform does not know keep their values in `live`. */
function writeFields(all: Settings, fields: StepInput['fields'], live: JsonObject, start: JsonObject): JsonObject {
  return Object.entries(fields).reduce((body, [name, value]) => {
    const setting = all[name];
    if (setting === undefined) return body;
    const { field, at, write, cleared } = setting;
    if (value === null) return setValueAtPath(body, at, cleared);
    const was = valueAtPath(live, at);
    return setValueAtPath(body, at, write?.(value, was) ?? valueToPlatform(field.type as PlainType, value, was));
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

function siteSpacePath(input: Parameters<typeof sitePath>[0]) {
  return { ...sitePath(input), siteSpaceId: input.up('site-space') };
}

export const customization = defineKind({
  ...shared,
  name: 'customization',
  title: 'customization',
  description: 'The branding of a site: colors, fonts, logos, header, footer and features.',
  parents: ['site'],
  replacesWhole: true,
  followsParent: true,
  fields: fieldsOfSettings(siteSettings),
  reading: {
    by: 'object',
    isOptional: true,
    call: (input) => createCall(gitbook.getCustomization, { path: sitePath(input), query: unmasked }),
    decode: (reply, { parentId }) => decodeSettings(siteSettings, reply, parentId),
  },
  basis: (step) => createCall(gitbook.getCustomization, { path: sitePath(step), query: unmasked }),
  update: (step) => {
    const { updatedAt: _, ...live } = jsonObjectOrEmpty(step.basis);
    const body = writeFields(siteSettings, step.fields, live, live);
    // The platform has answered the settings that it accepts.
    return createCall(gitbook.replaceCustomization, { path: sitePath(step), body: body as never });
  },
});

export const siteSpaceCustomization = defineKind({
  ...shared,
  name: 'site-space-customization',
  title: 'customization override',
  description: 'The branding of a site in one of its spaces, where it differs from the site.',
  parents: ['site-space'],
  inherits: 'customization',
  fields: fieldsOfSettings(overridableSettings),
  reading: {
    by: 'object',
    isOptional: true,
    call: (input) => createCall(gitbook.getSiteSpaceCustomization, { path: siteSpacePath(input), query: unmasked }),
    decode: (reply, { parentId }) => decodeSettings(overridableSettings, reply, parentId),
  },
  basis: (step) => createCall(gitbook.getSiteSpaceCustomization, { path: siteSpacePath(step), query: unmasked }),
  update: (step): Call => {
    const isNone = Object.keys(overridableSettings).every((name) => step.fields[name] === null);
    if (isNone) return createCall(gitbook.deleteSiteSpaceCustomization, { path: siteSpacePath(step) });
    const body = writeFields(overridableSettings, step.fields, jsonObjectOrEmpty(step.basis), {});
    return createCall(gitbook.overrideCustomization, { path: siteSpacePath(step), body });
  },
});

/** The declared settings as the platform has them; undefined: the kind has none. */
export function settingsToPlatform(
  kind: string,
  fields: StepInput['fields'],
): { readonly [name: string]: Value } | undefined {
  const all = { [customization.name]: siteSettings, [siteSpaceCustomization.name]: overridableSettings }[kind];
  return all && (writeFields(all, fields, {}, {}) as { readonly [name: string]: Value });
}
