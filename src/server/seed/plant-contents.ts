/** Writes the content and discussions of a seeded space, through the rules that requests go through. */
import type { FileRecord, PageRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import type { Store } from '../objects.ts';
import { addChangeRequest } from '../rules/change-requests.ts';
import { addComment, addReply, changeComment, changeReply } from '../rules/comments.ts';
import { requireObject } from '../rules/require.ts';
import { addRevision, contentOf, type Place } from '../rules/revisions.ts';
import { rewrite } from '../rules/write.ts';
import type { Planter } from './planter.ts';
import type { WorldComment, WorldContent, WorldPage } from './world.ts';

interface Garden {
  readonly store: Store;
  readonly planter: Planter;
  /** Ids of users by e-mail. */
  readonly users: ReadonlyMap<string, string>;
}

export function plantContents(garden: Garden, spaceId: string, content: WorldContent): void {
  const space = requireObject(contextOf(garden), 'space', spaceId);
  plantRevision(garden, spaceId, content, [], space.data.revision);
  for (const comment of content.comments) plantComment(garden, { space }, comment);
  for (const { number, subject, status, comments, ...text } of content.changeRequests) {
    const revision = plantRevision(garden, spaceId, text, [space.data.revision]);
    const changeRequest = addChangeRequest(contextOf(garden), space, { number, subject, status, revision });
    for (const comment of comments) plantComment(garden, { space, changeRequest }, comment);
  }
}

/** A later time at each call. */
function contextOf({ store, planter, users }: Garden, email = ''): Context {
  const now = planter.tick();
  return { store, now, nowMs: Date.parse(now), newId: planter.newId, origin: '', callerId: users.get(email) ?? '' };
}

function plantRevision(
  garden: Garden,
  space: string,
  { pages, files, reusableContents, source }: Pick<WorldContent, 'pages' | 'files' | 'reusableContents' | 'source'>,
  parents: readonly string[],
  id?: string,
): string {
  const context = contextOf(garden);
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

function plantComment(garden: Garden, place: Place, world: WorldComment): void {
  const context = contextOf(garden, world.by);
  const page = contentOf(context, place).revision.pages.find(({ slug }) => slug === world.page);
  const about = page === undefined ? {} : { page: page.id };
  const comment = addComment(context, place, { body: { markdown: world.markdown }, ...about });
  const { isResolved: resolved = false, isEdited, reactions: addedReactions = [] } = world;
  const edited = isEdited ? { body: { markdown: world.markdown } } : {};
  const changed = changeComment(context, comment, { resolved, addedReactions, ...edited });
  rewrite(context, changed, { ...changed.data, ...world.target });
  for (const { by, markdown, isEdited: isReplyEdited } of world.replies ?? []) {
    const reply = addReply(contextOf(garden, by), comment, { markdown });
    if (isReplyEdited) changeReply(context, reply, { body: { markdown } });
  }
}
