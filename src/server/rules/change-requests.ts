/** Change requests: found by id or by number, and written to by importing. */
import type { ChangeRequestRecord, PageRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import { impossible, invalid, notFound } from '../errors.ts';
import type { Row } from '../records.ts';
import { requireObject, uniqueKey } from './require.ts';
import { addRevision, type Content, contentOf } from './revisions.ts';
import { addObject, rewrite } from './write.ts';

export interface ChangeRequestPath {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

export function requireChangeRequest(
  context: Context,
  { spaceId, changeRequestId }: ChangeRequestPath,
): { readonly space: Row<'space'>; readonly changeRequest: Row<'change-request'> } {
  const space = requireObject(context, 'space', spaceId);
  const numbered = context.store.holderOf(uniqueKey('change-request', space.id, changeRequestId));
  const changeRequest = context.store.find('change-request', numbered?.id ?? changeRequestId, space.id);
  if (changeRequest === undefined) throw notFound('change request', changeRequestId);
  return { space, changeRequest };
}

/** A new change request; its content is the given revision. */
export function addChangeRequest(
  context: Context,
  space: Row<'space'>,
  given: Pick<ChangeRequestRecord, 'number' | 'subject' | 'status' | 'revision'>,
): Row<'change-request'> {
  const data = { ...given, createdAt: context.now, updatedAt: context.now };
  return addObject(
    context,
    'change-request',
    { parent: space.id, uniqueKey: uniqueKey('change-request', space.id, String(given.number)) },
    data,
  );
}

export interface Import {
  readonly url: string;
  readonly source: string;
}

const sources = ['website', 'docx', 'markdown', 'html', 'zip', 'confluence', 'github-wiki', 'notion', 'google-docs'];

/** Puts one page that names what was imported at the end; what the address leads to is never fetched. Answers with the new revision. */
export function importContent(context: Context, path: ChangeRequestPath, { url, source }: Import): Content {
  const { space, changeRequest } = requireChangeRequest(context, path);
  const { status, number } = changeRequest.data;
  if (!sources.includes(source)) throw invalid(`body.source: ${JSON.stringify(source)} is none of ${sources.join(', ')}`);
  if (status !== 'draft' && status !== 'open') throw impossible(`change request ${number} is ${status}: its content no longer changes`);
  if (space.data.editMode === 'locked') throw impossible(`space ${JSON.stringify(space.id)} is locked: its content does not change`);
  const { id: before, revision } = contentOf(context, { space, changeRequest });
  const page = importedPage(context, revision.pages, { url, source });
  const id = addRevision(context, space.id, {
    parents: [before],
    type: 'edits',
    message: `Import ${page.title}`,
    createdAt: context.now,
    pages: [...revision.pages, page],
    files: revision.files,
    ...(revision.reusableContents === undefined ? {} : { reusableContents: revision.reusableContents }),
  });
  const rewritten = rewrite(context, changeRequest, { ...changeRequest.data, revision: id, updatedAt: context.now });
  return contentOf(context, { space, changeRequest: rewritten });
}

function importedPage(context: Context, siblings: readonly PageRecord[], { url, source }: Import): PageRecord {
  const words = titleWords(url);
  const base = words.join('-').toLowerCase() || 'page';
  const isTaken = (slug: string): boolean => siblings.some((page) => page.slug === slug);
  let slug = base;
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`;
  const title = words.join(' ') || 'Page';
  const markdown = `# ${title}\n\nImported as ${source} from [the original](<${url}>).`;
  const times = { createdAt: context.now, updatedAt: context.now };
  return {
    id: context.newId(),
    title: title.charAt(0).toUpperCase() + title.slice(1),
    type: 'document',
    slug,
    markdown,
    ...times,
    pages: [],
  };
}

/** The words of the last part of the address's path, or of its host. */
function titleWords(url: string): string[] {
  const [, host = '', path = ''] = /^[a-z][\w+.-]*:(?:\/\/([^/?#]*))?([^?#]*)/i.exec(url) ?? [];
  const last =
    path
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? host;
  return last
    .replace(/%[0-9a-f]{2}/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
