/** Computes the requests for children of objects whose ids come from ledger and pins. Pure. */
import { isSafeId } from '../core/safe-id.ts';
import type { KindName } from '../core/state.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { Reading } from '../kinds/reading.ts';
import { orderCallsIn } from './collection-orders.ts';
import {
  definitionIn,
  type Gathering,
  holderIn,
  type ListHolder,
  organizationCall,
  readInput,
  topLevel,
} from './gathering.ts';
import type { Mention, MentionedKinds } from './mentions.ts';
import type { PrefetchCall } from './prefetch.ts';
import { isStructure, structureIn } from './site-structure.ts';
import { expectedSpaces } from './spaces.ts';
import { needsPermissions } from './visibility.ts';
import { kindsIn, valuesAreOf } from './whole.ts';

/** Requests that others depend on come first. Lazy, because reading can end earlier. */
export function* prefetchCalls(gathering: Gathering): Generator<PrefetchCall> {
  const kinds = gathering.mentions.in(null);
  const spaces = kinds.has('space') ? expectedSpaces(gathering) : undefined;
  if (spaces !== undefined) yield { by: 'list', call: spaces, standsIn: { kind: 'member', parentId: null } };
  const judged = [...kinds].find(([kind, mentions]) =>
    needsPermissions(gathering, definitionIn(gathering, kind), mentions),
  );
  if (judged !== undefined && !kinds.has('organization'))
    yield { by: 'object', call: organizationCall(gathering), standsIn: { kind: judged[0], parentId: null } };
  yield* expectedBelow(gathering, kinds, topLevel);
  for (const call of orderCallsIn(gathering))
    yield { by: 'shared', call, standsIn: { kind: 'collection', parentId: null } };
}

function* expectedBelow(gathering: Gathering, kinds: MentionedKinds, holder: ListHolder): Generator<PrefetchCall> {
  for (const [kind, mentions] of kinds) {
    // One part of a site structure is read with all others.
    if (isStructure(gathering, kind)) continue;
    const standsIn = { kind, parentId: holder.id };
    for (const mention of mentions) {
      const inside = insideOf(gathering, kind, mention);
      for (const id of inside.size === 0 ? [] : mention.ids.filter(isSafeId)) {
        const within = holderIn(holder, { kind, id });
        for (const definition of definitionsOf(gathering, inside)) {
          const { reading } = definition;
          if (reading.by === 'list' || reading.by === 'object')
            yield {
              by: isTree(reading) ? 'shared' : reading.by,
              call: reading.call(readInput(gathering, within)),
              standsIn,
            };
        }
        yield* expectedBelow(gathering, inside, within);
      }
    }
  }
}

/** Several kinds read such a list. */
function isTree(reading: Reading): boolean {
  return reading.by === 'list' && reading.tree !== undefined;
}

/** A whole reading decides about optional kinds later. */
function insideOf(gathering: Gathering, kind: KindName, { address }: Mention): MentionedKinds {
  if (!gathering.isWhole) return gathering.mentions.in(address);
  return new Map(
    [...kindsIn(gathering.definitions, kind)].filter(
      ([each]) => valuesAreOf(definitionIn(gathering, each)).length === 0,
    ),
  );
}

/** A part of the structure needs the whole structure. */
function definitionsOf(gathering: Gathering, kinds: MentionedKinds): ReadonlySet<KindDefinition> {
  const names = [...kinds.keys()];
  const structure = names.some((kind) => isStructure(gathering, kind)) ? structureIn(gathering) : [];
  return new Set([...structure, ...names.map((kind) => definitionIn(gathering, kind))]);
}
