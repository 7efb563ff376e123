/** Requests children of objects in the ledger together with the lists that show whether these objects exist. Saves one or two round trips. */
import type { Call } from '../../contract/endpoint.ts';
import { isSafeId } from '../../core/address.ts';
import type { KindName, LiveList } from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import { callForAllSpaces } from './all-spaces.ts';
import {
  childHolder,
  isStructureKind,
  type ListHolder,
  organizationCall,
  type ReadContext,
  requireDefinition,
  structureKinds,
} from './gathering.ts';
import { kindsOfMapKeys, kindsReadIn, type Mention, type MentionedKinds } from './mentions.ts';
import { callKey, type Reader } from './reader.ts';
import { orderCalls } from './spaces.ts';
import { needsPermissions } from './walk.ts';

interface PrefetchCall {
  readonly by: 'list' | 'shared' | 'object';
  readonly call: Call;
  readonly standsIn: ListName;
}

type ListName = Pick<LiveList, 'kind' | 'parentId'>;

/** `mostAtOnce`: the concurrency of the client, so that other requests do not queue behind prefetches. */
export function createPrefetch(reader: Reader, mostAtOnce = 8) {
  const held = new Map<string, Promise<unknown>>();
  const settled = new Set<string>();
  let hasEnded = false;
  const takeAnswer = <T>(ask: (call: Call) => Promise<T>, call: Call) => {
    const key = callKey(call);
    const answer = held.get(key) as Promise<T> | undefined;
    held.delete(key);
    return answer ?? ask(call);
  };
  const askOneByOne = async (queue: Iterator<PrefetchCall>) => {
    for (let next = queue.next(); !hasEnded && next.done !== true; next = queue.next()) {
      const { by, call, standsIn } = next.value;
      const key = callKey(call);
      if (settled.has(identityOfList(standsIn)) || held.has(key)) continue;
      const answer: Promise<unknown> = { list: reader.listOnce, shared: reader.list, object: reader.find }[by](call);
      if (by !== 'shared') held.set(key, answer);
      // Only the reader that uses the answer reports its failure.
      await answer.catch(() => undefined);
    }
  };
  return {
    reader: {
      ...reader,
      listOnce: (call: Call) => takeAnswer(reader.listOnce, call),
      find: (call: Call) => takeAnswer(reader.find, call),
    },
    during: async (reading: Promise<unknown>, expected: Iterable<PrefetchCall>) => {
      const queue = expected[Symbol.iterator]();
      const asking = Promise.all(Array.from({ length: mostAtOnce }, () => askOneByOne(queue)));
      await reading.finally(() => {
        hasEnded = true;
      });
      await asking;
    },
    markRead: (list: ListName): void => void settled.add(identityOfList(list)),
  };
}

function identityOfList({ kind, parentId }: ListName) {
  return `${kind} ${parentId ?? ''}`;
}

/** The requests for children of objects whose ids come from ledger and pins. Requests that others depend on come first. Lazy, because reading can end earlier. */
export function* prefetchCalls(gathering: ReadContext): Generator<PrefetchCall> {
  const kinds = gathering.mentions.in(null);
  const spaces = kinds.has('space') ? callForAllSpaces(gathering) : undefined;
  if (spaces !== undefined) yield { by: 'list', call: spaces, standsIn: { kind: 'member', parentId: null } };
  const judged = [...kinds].find(([kind, mentions]) =>
    needsPermissions(gathering, requireDefinition(gathering, kind), mentions),
  );
  if (judged !== undefined && !kinds.has('organization'))
    yield { by: 'object', call: organizationCall(gathering), standsIn: { kind: judged[0], parentId: null } };
  yield* callsBelow(gathering, kinds, gathering.topLevel);
  for (const call of orderCalls(gathering))
    yield { by: 'shared', call, standsIn: { kind: 'collection', parentId: null } };
}

function* callsBelow(gathering: ReadContext, kinds: MentionedKinds, holder: ListHolder): Generator<PrefetchCall> {
  for (const [kind, mentions] of kinds) {
    // One part of a site structure is read with all others.
    if (isStructureKind(gathering, kind)) continue;
    const standsIn = { kind, parentId: holder.id };
    for (const mention of mentions) {
      const inside = insideOf(gathering, kind, mention);
      for (const id of inside.size === 0 ? [] : mention.ids.filter(isSafeId)) {
        const within = childHolder(holder, { kind, id });
        for (const definition of definitionsOf(gathering, inside)) {
          const { reading } = definition;
          if (reading.by !== 'list' && reading.by !== 'object') continue;
          // Several kinds read a tree.
          const by = reading.by === 'list' && reading.tree !== undefined ? 'shared' : reading.by;
          yield { by, call: reading.call(within), standsIn };
        }
        yield* callsBelow(gathering, inside, within);
      }
    }
  }
}

/** A whole reading decides about optional kinds later. */
function insideOf(gathering: ReadContext, kind: KindName, { address }: Mention) {
  if (!gathering.isWhole || gathering.extent?.reaches(address) === false) return gathering.mentions.in(address);
  return new Map(
    [...kindsReadIn(gathering.definitions, kind)].filter(
      ([each]) => kindsOfMapKeys(requireDefinition(gathering, each)).length === 0,
    ),
  );
}

/** A part of the structure needs the whole structure. */
function definitionsOf(gathering: ReadContext, kinds: MentionedKinds): ReadonlySet<KindDefinition> {
  const names = [...kinds.keys()];
  const structure = names.some((kind) => isStructureKind(gathering, kind)) ? structureKinds(gathering) : [];
  return new Set([...structure, ...names.map((kind) => requireDefinition(gathering, kind))]);
}
