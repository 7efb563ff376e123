/** Reads further lists of an organization that was read in part, such as the share links of unmanaged sites. */
import { withoutUndefined } from '../../core/defined.ts';
import type { Extent } from '../../core/extent.ts';
import { cacheFirstResult } from '../../core/once.ts';
import { emptyLedger, type KindName, type Live, type LiveObject } from '../../core/state.ts';
import { identityOf } from '../../kinds/shape.ts';
import { emptyDesired, fetchLive } from './fetch.ts';
import { addObjects, childHolder, organizationCall, type ReadContext, toLive, topLevelHolder } from './gathering.ts';
import type { Definitions } from './mentions.ts';
import { createReader, type LiveClient } from './reader.ts';
import { notAllSeen, readKinds } from './walk.ts';

interface Known {
  readonly organization: string;
  readonly definitions: Definitions;
  readonly live: Live;
}

interface WantedLists {
  /** Kinds of the top level. */
  readonly top: ReadonlySet<KindName>;
  /** Lists in objects. What was read decides, so this is called until nothing is missing. */
  readonly inside: (live: Live) => readonly { readonly parent: LiveObject; readonly kinds: readonly KindName[] }[];
}

/** Lists that can omit objects which the token cannot see are unknown. */
export async function readMoreLists(client: LiveClient, known: Known, { top, inside }: WantedLists): Promise<Live> {
  const { organization, definitions } = known;
  const gathering = startGathering(client, known);
  const kinds = [...top].filter((kind) => definitions.has(kind) && definitions.get(kind)?.parents === undefined);
  const missing = new Set(kinds.filter((kind) => !isListRead(known.live, kind, null)));
  const extent: Extent = { kinds: missing, reaches: () => false, entered: () => [] };
  if (missing.size > 0) {
    const read = await fetchLive(client, { organization, definitions, ledger: emptyLedger, isWhole: true, extent });
    const isWanted = ({ kind }: { readonly kind: KindName }) => missing.has(kind);
    addObjects(gathering, read.objects.filter(isWanted));
    gathering.lists.push(...read.lists.filter(isWanted));
  }
  const hidden = new Map<KindName, string>();
  for (const kind of kinds.filter((each) => !missing.has(each))) {
    const unknown = await notAllSeen(gathering, kind);
    if (unknown !== undefined) hidden.set(kind, unknown);
  }
  const live = () => {
    const { objects, lists } = toLive(gathering);
    const shown = lists.map((list) => ({
      ...list,
      ...withoutUndefined({ unknown: list.parentId === null ? (list.unknown ?? hidden.get(list.kind)) : list.unknown }),
    }));
    return { ...known.live, objects, lists: shown, orders: gathering.orders };
  };
  const done = new Set<string>();
  for (;;) {
    const [now, wanted] = [live(), new Map<LiveObject, Set<KindName>>()];
    for (const { parent, kinds: own } of inside(now))
      for (const kind of own) {
        const key = `${parent.kind} ${parent.id} ${kind}`;
        if (done.has(key) || !isChildKind(definitions, kind, parent) || isListRead(now, kind, parent.id)) continue;
        done.add(key);
        const same = [...wanted.keys()].find(({ kind: of, id }) => of === parent.kind && id === parent.id) ?? parent;
        wanted.set(same, (wanted.get(same) ?? new Set()).add(kind));
      }
    if (wanted.size === 0) return now;
    await Promise.all(
      [...wanted].map(([parent, own]) =>
        readKinds(gathering, new Map([...own].map((kind) => [kind, []])), childHolder(gathering.topLevel, parent)),
      ),
    );
  }
}

function startGathering(client: LiveClient, { organization, definitions, live }: Known): ReadContext {
  const gathering: ReadContext = {
    topLevel: topLevelHolder(organization),
    readOrganization: cacheFirstResult(() => gathering.reader.find(organizationCall(gathering))),
    definitions,
    desired: emptyDesired(organization),
    ledger: emptyLedger,
    isWhole: false,
    mentions: { in: () => new Map() },
    reader: createReader(client),
    markRead: () => undefined,
    objects: new Map(live.objects.map((object) => [identityOf(definitions, object), object])),
    lists: [...live.lists],
    orders: { ...live.orders },
    siteSpaceItems: undefined,
  };
  return gathering;
}

function isChildKind(definitions: Definitions, kind: KindName, { kind: parent }: LiveObject) {
  return definitions.get(kind)?.parents?.includes(parent) === true;
}

/** Also if the list could not be read completely. */
function isListRead({ lists }: Live, kind: KindName, parentId: string | null) {
  return lists.some((list) => list.kind === kind && list.parentId === parentId && !list.isLeftOut);
}
