/** Writes the content and discussions of a seeded space, through the rules that requests go through. */
import type { FileRecord, PageRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import { addChangeRequest } from '../rules/change-requests.ts';
import { addComment, addReply, changeComment, changeReply } from '../rules/comments.ts';
import { requireObject } from '../rules/require.ts';
import { addRevision, contentOf, type Place } from '../rules/revisions.ts';
import { rewrite } from '../rules/write.ts';
import type { Bed } from './planter.ts';
import type { WorldComment, WorldContent, WorldPage } from './world.ts';

export function plantContents(bed: Bed, content: WorldContent): void {
  const spaceId = bed.spaces.get(content.space) ?? '';
  const space = requireObject(contextOf(bed), 'space', spaceId);
  plantRevision(bed, spaceId, content, [], space.data.revision);
  for (const comment of content.comments) plantComment(bed, { space }, comment);
  for (const { number, subject, status, comments, ...text } of content.changeRequests) {
    const revision = plantRevision(bed, spaceId, text, [space.data.revision]);
    const changeRequest = addChangeRequest(contextOf(bed), space, { number, subject, status, revision });
    for (const comment of comments) plantComment(bed, { space, changeRequest }, comment);
  }
}

/** A later time at each call. */
function contextOf({ store, tick, newId, users }: Bed, email = ''): Context {
  const now = tick();
  return { store, now, nowMs: Date.parse(now), newId, origin: '', callerId: users.get(email) ?? '' };
}

function plantRevision(
  bed: Bed,
  space: string,
  { pages, files, reusableContents, source }: Pick<WorldContent, 'pages' | 'files' | 'reusableContents' | 'source'>,
  parents: readonly string[],
  id?: string,
): string {
  const context = contextOf(bed);
  const data = {
    parents,
    type: 'edits' as const,
    message: 'First words',
    createdAt: context.now,
    pages: pages.map((page) => pageOf(context, page)),
    files: files.map((file): FileRecord => ({ ...file, id: context.newId() })),
    ...(reusableContents === undefined ? {} : { reusableContents }),
    ...(source === undefined ? {} : { source }),
  };
  return addRevision(context, space, data, id);
}

function pageOf(context: Context, { pages = [], ...page }: WorldPage): PageRecord {
  const times = { createdAt: context.now, updatedAt: context.now };
  return { id: context.newId(), ...page, ...times, pages: pages.map((child) => pageOf(context, child)) };
}

function plantComment(bed: Bed, place: Place, world: WorldComment): void {
  const context = contextOf(bed, world.by);
  const page = contentOf(context, place).revision.pages.find(({ slug }) => slug === world.page);
  const about = page === undefined ? {} : { page: page.id };
  const comment = addComment(context, place, { body: { markdown: world.markdown }, ...about });
  const { isResolved: resolved = false, isEdited, reactions: addedReactions = [] } = world;
  const edited = isEdited ? { body: { markdown: world.markdown } } : {};
  const changed = changeComment(context, comment, { resolved, addedReactions, ...edited });
  rewrite(context, changed, { ...changed.data, ...world.target });
  for (const { by, markdown, isEdited: isReplyEdited } of world.replies ?? []) {
    const reply = addReply(contextOf(bed, by), comment, { markdown });
    if (isReplyEdited) changeReply(context, reply, { body: { markdown } });
  }
}
