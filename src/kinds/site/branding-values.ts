/** The values in the branding of a site that are more than a text: links, the announcement, social accounts, and images and colors for both modes. */
import { memberOfTarget } from '../../contract/gitbook/customization.ts';
import { isEqual } from '../../core/compare.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import { type FieldType, type Members, shortRecord, wholeRecord } from '../field.ts';

type RecordType = Extract<FieldType, { is: 'record' }>;
export type PlainType = Members[string]['type'];

/** A value for the light mode, and one for the dark mode. */
function themedRecord(type: PlainType): RecordType {
  return {
    is: 'record',
    short: ['light', 'dark'],
    members: { light: { type, required: true }, dark: { type, required: true } },
  };
}

const url = { is: 'text', format: 'uri', max: 2048 } as const;

export const themedColor = themedRecord({ is: 'text', format: 'color' });
export const themedImage = themedRecord(url);

export function themedChoiceType(values: readonly string[]): RecordType {
  return themedRecord({ is: 'choice', values });
}

const id = { type: { is: 'text', min: 1 } } as const;

export const linkTarget: RecordType = {
  is: 'record',
  short: ['url'],
  members: {
    url: { type: url },
    page: id,
    anchor: id,
    file: id,
    space: { ...id, idOf: 'space' },
    collection: { ...id, idOf: 'collection' },
    user: id,
    tag: id,
    reusableContent: id,
    openapi: id,
  },
};

const title = { type: { is: 'text', min: 1 }, required: true } as const;
const localizedTitle = { type: { is: 'texts', max: 64 } } as const;

const link: RecordType = {
  is: 'record',
  members: {
    title: { type: { is: 'text', min: 1, max: 64 }, required: true },
    localizedTitle,
    to: { type: linkTarget, required: true },
  },
};

const links: PlainType = { is: 'list', compare: 'atomic', of: link };

export const headerLinks: PlainType = {
  is: 'list',
  compare: 'atomic',
  of: {
    is: 'record',
    members: {
      title,
      localizedTitle,
      to: { type: linkTarget, usual: null },
      style: { type: { is: 'choice', values: ['link', 'button-primary', 'button-secondary'] }, usual: 'link' },
      links: { type: links, usual: [] },
      condition: { type: { is: 'text', format: 'condition', min: 1, max: 1024 } },
    },
  },
};

export const footerGroups: PlainType = {
  is: 'list',
  compare: 'atomic',
  of: { is: 'record', members: { title, localizedTitle, links: { type: links, required: true } } },
};

export const announcementType: RecordType = {
  is: 'record',
  members: {
    message: { type: { is: 'text', min: 2, max: 128 }, required: true },
    localizedMessage: { type: { is: 'texts', max: 128 } },
    style: { type: { is: 'choice', values: ['info', 'warning', 'danger', 'success'] }, usual: 'info' },
    enabled: { type: { is: 'boolean' }, usual: true },
    link: { type: link },
  },
};

/** The member of the configuration, and the platform's name of the kind. */
const kindsOfTarget = Object.entries(memberOfTarget).map(
  ([kind, member]) => [member === 'spec' ? 'openapi' : member, kind] as const,
);

function linkTargetFromPlatform(value: unknown): Value | undefined {
  if (!isJsonObject(value) || !kindsOfTarget.some(([, kind]) => kind === value.kind)) return undefined;
  const { kind: _, spec: openapi, ...rest } = value;
  const known = { ...rest, ...(openapi === undefined ? {} : { openapi }) };
  const isKnown = Object.keys(known).every((name) => name in linkTarget.members);
  return isKnown ? shortRecord(linkTarget, known as { readonly [name: string]: Value }) : undefined;
}

function linkTargetToPlatform(value: Value): JsonObject {
  const whole = wholeRecord(linkTarget, value);
  const { openapi, ...rest } = whole;
  const [, kind] = kindsOfTarget.find(([name]) => name in whole) ?? ['url', 'url'];
  return { kind, ...rest, ...(openapi === undefined ? {} : { spec: openapi }) };
}

/** The value as the configuration writes it, without usual members and those that docform does not know. undefined: it has another form. */
export function valueFromPlatform(type: PlainType, value: unknown): Value | undefined {
  if (type === linkTarget) return linkTargetFromPlatform(value);
  if (type.is === 'list') {
    const items = Array.isArray(value)
      ? value.map((item) => valueFromPlatform(type.of as PlainType, item))
      : [undefined];
    return items.includes(undefined) ? undefined : (items as Value[]);
  }
  if (type.is !== 'record') return value as Value;
  if (!isJsonObject(value)) return undefined;
  const members: { [name: string]: Value } = {};
  for (const [name, member] of Object.entries(type.members)) {
    const live = value[name];
    if (live === undefined || live === null) continue;
    const read = valueFromPlatform(member.type, live);
    if (read === undefined) return undefined;
    if (!isEqual(read, member.usual)) members[name] = read;
  }
  return shortRecord(type, members);
}

/** The value as the platform takes it. Members of `live` that docform does not know stay; items of lists are the same if they have the same title. */
export function valueToPlatform(type: PlainType, value: Value, live: unknown): Value {
  if (type === linkTarget) return value === null ? null : (linkTargetToPlatform(value) as Value);
  if (type.is === 'list') {
    const before = Array.isArray(live) ? live.filter(isJsonObject) : [];
    const items = (Array.isArray(value) ? value : []) as readonly Value[];
    return items.map((item) =>
      valueToPlatform(
        type.of as PlainType,
        item,
        before.find(({ title }) => isJsonObject(item) && title === item.title),
      ),
    );
  }
  if (type.is !== 'record' || value === null) return value;
  const [stated, was] = [wholeRecord(type, value), isJsonObject(live) ? live : {}];
  const unknown = Object.entries(was).filter(([name]) => !(name in type.members));
  const known = Object.entries(type.members).flatMap(([name, member]) => {
    const said = stated[name] ?? member.usual;
    return said === undefined ? [] : [[name, valueToPlatform(member.type, said, was[name])] as const];
  });
  return Object.fromEntries([...unknown, ...known]) as Value;
}
