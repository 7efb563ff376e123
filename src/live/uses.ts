/** Reads which containers show objects of a kind: the sites that show a space. */
import type { KindName, Live, Uses } from '../core/state.ts';
import { definitionIn, holderIn, readInput, readingOf, topLevel } from './gathering.ts';
import type { Definitions } from './mentions.ts';
import { createReader, decodeListing, type LiveClient, liveObject } from './reader.ts';
import { decodeOpen } from './site-structure.ts';

interface UsesInput {
  organization: string;
  definitions: Definitions;
  live: Live;
  kind: KindName;
}

export async function readUses(client: LiveClient, input: UsesInput): Promise<Uses> {
  const { definitions, live, kind } = input;
  const use = definitionIn(input, kind).companionOf;
  if (use === undefined) return { found: [] };
  const link = definitionIn({ definitions }, use.link);
  const reading = readingOf(input, use.link, 'list');
  const reader = createReader(client);
  const { containers, ...unread } = await containersIn(reader, input, use.container);
  const isRead = new Set(
    live.lists.flatMap((list) => (list.kind === use.link && list.unknown === undefined ? [list.parentId] : [])),
  );
  const listings = await Promise.all(
    containers
      .filter(({ id }) => !isRead.has(id))
      .map(async (container) => {
        const listing = await reader.listOnce(reading.call(readInput(input, holderIn(topLevel, container))));
        return { container, ...decodeOpen(link, reading, listing) };
      }),
  );
  const failed = listings.find(({ unknown }) => unknown !== undefined);
  return {
    ...(failed && {
      unknown: `${String(failed.container.fields.title)}: ${failed.unknown}`,
      isDenied: failed.isDenied,
    }),
    ...unread,
    found: listings.flatMap(({ container, objects }) =>
      objects.map(({ fields }) => ({ kind, id: String(fields[use.field]), container })),
    ),
  };
}

async function containersIn(reader: ReturnType<typeof createReader>, input: UsesInput, kind: KindName) {
  const { live } = input;
  const isRead = live.lists.some((list) => list.kind === kind && list.parentId === null && list.unknown === undefined);
  if (isRead) return { containers: live.objects.filter((each) => each.kind === kind && !each.isDeleted) };
  const reading = readingOf(input, kind, 'list');
  const definition = definitionIn(input, kind);
  const listing = await reader.listOnce(reading.call(readInput(input, topLevel)));
  const { objects, ...unread } = decodeListing(definition, reading.decode, listing);
  return { containers: objects.map((decoded) => liveObject(definition, decoded, null)), ...unread };
}
