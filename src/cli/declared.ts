/** What a configuration declares, looked up by kind and place; it notes what nobody looked at, so that nothing is left out unsaid. */
import type { Address } from '../core/address.ts';
import type { DesiredResource, KindName } from '../core/state.ts';
import { type DesiredValue, isReference } from '../core/value.ts';
import type { Desired } from '../index.ts';

/** One declared resource, its fields read by name. */
export interface Block {
  readonly address: Address;
  readonly key: string;
  /** Its pinned id, to be spread. */
  readonly pinned: { readonly id?: string };
  /** As it is stated, which the validator has checked to be of this type; null: cleared; undefined: not stated. */
  readonly stated: <T extends DesiredValue>(field: string) => T | null | undefined;
  /** The same, but what is cleared is not there either. */
  readonly text: (field: string) => string | undefined;
  readonly flag: (field: string) => boolean | undefined;
  /** The texts among these that are there, to be spread. */
  readonly texts: <Name extends string>(...fields: readonly Name[]) => { readonly [N in Name]?: string };
  /** Key of what a reference names. */
  readonly keyOf: (field: string) => string | undefined;
  /** These fields say nothing about a state. */
  readonly passOver: (...fields: readonly string[]) => void;
}

export interface Declared {
  readonly desired: Desired;
  /** It is what a platform has, and not what somebody wrote. */
  readonly isCopy: boolean;
  /** Of this kind, in the order of the configuration; `parent`: those that stand in it. */
  readonly all: (kind: KindName, parent?: Address) => readonly Block[];
  readonly at: (address: Address) => Block | undefined;
  /** What `container` holds, in the order it states. */
  readonly inOrder: (container: Address) => readonly { readonly kind: KindName; readonly block: Block }[];
  readonly warn: (text: string) => void;
  /** Everything that was warned of, and everything that was declared and never read. */
  readonly warnings: () => readonly string[];
}

export function declaredBy(desired: Desired, isCopy = false): Declared {
  const resources = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const keyAt = (address: Address): string | undefined => resources.get(address)?.key;
  const blocks = new Map(desired.resources.map((resource) => [resource.address, openBlock(resource, keyAt)]));
  const lists = new Map<string, DesiredResource[]>();
  for (const resource of desired.resources) {
    for (const name of [resource.kind, `${resource.kind} in ${resource.parent}`]) {
      const list = lists.get(name) ?? [];
      lists.set(name, list);
      list.push(resource);
    }
  }
  const said: string[] = [];
  return {
    desired,
    isCopy,
    all: (kind, parent) =>
      (lists.get(parent === undefined ? kind : `${kind} in ${parent}`) ?? []).map((each) => taken(blocks, each.address)),
    at: (address) => blocks.get(address)?.block,
    inOrder: (container) =>
      (desired.orders[container] ?? []).map((address) => ({ kind: resources.get(address)?.kind ?? '', block: taken(blocks, address) })),
    warn: (text) => said.push(text),
    warnings: () => [...said, ...[...blocks.values()].flatMap(({ unread }) => unread())],
  };
}

interface OpenBlock {
  readonly block: Block;
  /** Sentences about what nobody asked for. */
  readonly unread: () => readonly string[];
  readonly take: () => Block;
}

function taken(blocks: ReadonlyMap<Address, OpenBlock>, address: Address): Block {
  const found = blocks.get(address);
  if (found === undefined) throw new Error(`nothing is declared at ${address}`);
  return found.take();
}

function openBlock({ address, key, pin, fields }: DesiredResource, keyAt: (address: Address) => string | undefined): OpenBlock {
  const read = new Set<string>();
  let isTaken = false;
  const stated = <T extends DesiredValue>(field: string): T | null | undefined => {
    read.add(field);
    return fields[field] as T | null | undefined;
  };
  const known = <T extends DesiredValue>(field: string): T | undefined => stated<T>(field) ?? undefined;
  const block: Block = {
    address,
    key,
    pinned: pin === undefined ? {} : { id: pin },
    stated,
    text: known,
    flag: known,
    texts: (...names) => Object.fromEntries(names.flatMap((name) => (known(name) === undefined ? [] : [[name, known(name)]]))) as never,
    keyOf: (field) => {
      const value = known(field);
      return isReference(value) ? keyAt(value.ref) : undefined;
    },
    passOver: (...names) => {
      for (const name of names) read.add(name);
    },
  };
  return {
    block,
    take: () => {
      isTaken = true;
      return block;
    },
    unread: () => {
      if (!isTaken) return [`${address} cannot be part of a seed, and is left out`];
      const left = Object.keys(fields).filter((field) => !read.has(field));
      return left.map((field) => `${address}: ${field} cannot be part of a seed, and is left out`);
    },
  };
}
