/** Compares the desired state with the platform, without using the reading or planning code of docform. */
import { isDeepStrictEqual } from 'node:util';
import { topContainer } from '../../src/core/address.ts';
import {
  type Desired,
  type DesiredResource,
  type DesiredValue,
  isReference,
  type Ledger,
  type Value,
} from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { kindOfContainer } from '../../src/kinds/shape.ts';
import { settingsToPlatform } from '../../src/kinds/site/customization.ts';
import type { Platform } from '../../src/server/index.ts';
import { type Facts, readFacts } from './platform-facts.ts';

/** One line per different field, missing resource or different order. Resources in `pending` are skipped. */
export async function differences(
  desired: Desired,
  ledger: Ledger,
  platform: Platform,
  pending: readonly string[],
): Promise<readonly string[]> {
  const facts = await readFacts(platform);
  const idOf = (address: string): string => ledger.resources[address]?.id ?? '';
  const declared = desired.resources.filter(({ address, isExternal }) => !isExternal && !pending.includes(address));
  return [
    ...declared.flatMap((resource) => fieldDifferences(resource, facts, idOf)),
    ...orderDifferences(desired, facts, idOf),
  ];
}

type IdOf = (address: string) => string;

function fieldDifferences(resource: DesiredResource, facts: Facts, idOf: IdOf): readonly string[] {
  const { address, kind, parent, fields } = resource;
  const shape = shapes.get(kind);
  const parentId = parent === null ? '' : idOf(parent);
  const live =
    kind === 'organization'
      ? facts.of(kind, 'acme', '')
      : facts.of(kind, kind === 'field-values' || shape?.singleton ? parentId : idOf(address), parentId);
  if (kind === 'link-invite') return [];
  if (live === undefined) return [`${address} does not exist`];
  const settings = settingsToPlatform(kind, withoutNull(fields));
  if (settings !== undefined) return settingDifferences(address, settings, live);
  return Object.entries(fields).flatMap(([name, value]) => {
    const field = shape?.fields[name];
    const isLookedUp = isReference(value) && idOf(value.ref) === '';
    if (
      isLookedUp ||
      field?.writeOnly ||
      field?.change === 'note' ||
      (field?.writtenBy === 'create' && field.change === undefined && name !== 'space')
    )
      return [];
    const wanted = known(value, idOf);
    const there = live[name] ?? null;
    return isSame(name, wanted, there, field?.caseFolded === true)
      ? []
      : [`${address} ${name}: ${JSON.stringify(there)}, wanted ${JSON.stringify(wanted)}`];
  });
}

function withoutNull(fields: DesiredResource['fields']): { readonly [field: string]: Value } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    readonly [field: string]: Value;
  };
}

/** The platform also has settings that are not declared. */
function settingDifferences(at: string, wanted: unknown, there: unknown): readonly string[] {
  if (typeof wanted !== 'object' || wanted === null)
    return isDeepStrictEqual(plain(wanted), plain(there))
      ? []
      : [`${at}: ${JSON.stringify(there)}, wanted ${JSON.stringify(wanted)}`];
  const live = (there ?? {}) as { readonly [name: string]: unknown };
  const isLonger = Array.isArray(wanted) && Array.isArray(there) && wanted.length !== there.length;
  return [
    ...(isLonger ? [`${at} has another length`] : []),
    ...Object.entries(wanted).flatMap(([name, value]) => settingDifferences(`${at} ${name}`, value, live[name])),
  ];
}

/** Colors and emoji have several forms. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, short] = /^#([\da-f]{3})$/i.exec(value) ?? [];
  const color = short === undefined ? value : `#${short.replace(/./g, '$&$&')}`;
  return color.startsWith('#') ? color.toLowerCase() : pointsOf(value);
}

function known(value: DesiredValue, idOf: IdOf): unknown {
  return isReference(value) ? idOf(value.ref) : value;
}

/** Maps of values are compared by the desired names; domains are compared without their order. */
function isSame(name: string, wanted: unknown, there: unknown, isFolded: boolean): boolean {
  if (name === 'values')
    return Object.entries(wanted as object).every(([key, value]) =>
      isDeepStrictEqual((there as { [key: string]: unknown })[key], value),
    );
  if (name === 'emailDomains')
    return isDeepStrictEqual([...(wanted as string[])].sort(), [...(there as string[])].sort());
  if (name === 'emoji') return pointsOf(String(wanted)) === pointsOf(String(there));
  if (name === 'certificate')
    return isDeepStrictEqual(String(wanted).split(/\s+/).filter(Boolean), String(there).split(/\s+/).filter(Boolean));
  if (isFolded) return String(wanted).toLowerCase() === String(there).toLowerCase();
  return isDeepStrictEqual(wanted, there);
}

/** Code points in hexadecimal, without the variation selector of an emoji. */
function pointsOf(emoji: string): string {
  const points = /^[\da-f-]+$/i.test(emoji)
    ? emoji.toLowerCase().split('-')
    : [...emoji].map((each) => each.codePointAt(0)?.toString(16));
  return points.filter((point) => point !== 'fe0f').join('-');
}

function orderDifferences(desired: Desired, facts: Facts, idOf: IdOf): readonly string[] {
  const kinds = new Map(desired.resources.map(({ address, kind }) => [address, kind]));
  return Object.entries(desired.orders).flatMap(([container, members]) => {
    const kind = kindOfContainer(container, shapes);
    const known = ['site', 'section-group', 'section', 'collection', 'organization'] as const;
    const found = known.find((each) => each === kind);
    if (found === undefined) return [];
    const order = facts.order(found, container === topContainer ? 'acme' : idOf(container));
    const seen = members.filter((member) => order.includes(idOf(member)));
    // The API does not return the positions of spaces between collections.
    const runs =
      kind === 'collection'
        ? [seen.filter((at) => kinds.get(at) === 'space'), seen.filter((at) => kinds.get(at) === 'collection')]
        : [seen];
    return runs
      .filter(
        (run) =>
          !isDeepStrictEqual(
            order.filter((id) => run.some((at) => idOf(at) === id)),
            run.map(idOf),
          ),
      )
      .map(() => `${container}: wrong order`);
  });
}
