/** Resources and lists as a configuration declares them, by address: for tests that need no configuration. */

import { nowhere } from '../../src/core/problem.ts';
import type { DesiredList, DesiredResource, PruneWord } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';

export function resourceAt(
  address: string,
  fields: DesiredResource['fields'],
  more: Pick<DesiredResource, 'pin' | 'protect' | 'replace' | 'isExternal'> = {},
): DesiredResource {
  const [own, parent] = parseAddress(address, shapes)?.toReversed() ?? [];
  if (own === undefined) throw new Error(`no such address: ${address}`);
  return {
    address,
    kind: own.kind,
    key: own.key,
    parent: parent?.address ?? null,
    fields,
    ...more,
    span: nowhere,
    fieldSpans: {},
  };
}

export function listAt(list: string, prune: PruneWord = 'owned'): DesiredList {
  return { list, kind: resourceAt(`${list}/x`, {}).kind, prune, pruneIsNamed: prune === 'all' };
}
