/** Builds the seed world in which planning a configuration changes nothing, and says what was declared and not planted. */

import { type Address, topContainer } from '../core/address.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { type DesiredValue, isReference } from '../core/value.ts';
import { type CopyOptions, type Declared, type DeclaredBlock, declaredWorld, type WorldOf } from '../server/index.ts';

/** `seedNumber`: another number gives other ids where none is pinned. `copy`: the world is one; nothing is said of what no plan of it would send. */
export function worldOf(desired: Desired, seedNumber: number, copy?: CopyOptions): WorldOf {
  return declaredWorld(declaredBy(desired, copy !== undefined), seedNumber, copy);
}

function declaredBy(desired: Desired, isCopy: boolean): Declared {
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
    organization: desired.organization,
    ...(desired.policy.self === undefined ? {} : { self: desired.policy.self.toLowerCase() }),
    isCopy,
    all: (kind, parent) =>
      (lists.get(parent === undefined ? kind : `${kind} in ${parent}`) ?? []).map((each) => taken(blocks, each.address)),
    inOrder: (container) =>
      (desired.orders[container ?? topContainer] ?? []).map((address) => ({
        kind: resources.get(address)?.kind ?? '',
        block: taken(blocks, address),
      })),
    warn: (text) => said.push(text),
    warnings: () => [...said, ...[...blocks.values()].flatMap(({ unread }) => unread())],
  };
}

interface OpenBlock {
  readonly block: DeclaredBlock;
  /** Sentences about what nobody asked for. */
  readonly unread: () => readonly string[];
  readonly take: () => DeclaredBlock;
}

function taken(blocks: ReadonlyMap<Address, OpenBlock>, address: Address): DeclaredBlock {
  const found = blocks.get(address);
  if (found === undefined) throw new Error(`nothing is declared at ${address}`);
  return found.take();
}

function openBlock({ address, key, pin, fields }: DesiredResource, keyAt: (address: Address) => string | undefined): OpenBlock {
  const read = new Set<string>();
  let isTaken = false;
  const stated = <T>(field: string): T | null | undefined => {
    read.add(field);
    return fields[field] as T | null | undefined;
  };
  const known = <T>(field: string): T | undefined => stated<T>(field) ?? undefined;
  const block: DeclaredBlock = {
    address,
    key,
    pinned: pin === undefined ? {} : { id: pin },
    stated,
    text: known,
    flag: known,
    texts: (...names) => Object.fromEntries(names.flatMap((name) => (known(name) === undefined ? [] : [[name, known(name)]]))) as never,
    keyOf: (field) => {
      const value = known<DesiredValue>(field);
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
