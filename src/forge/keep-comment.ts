/** Keeps one comment below a pull request or merge request, changed in place. */
import type { Forge } from './forge.ts';
import { hasMark, isSameText, type Mark, markedBody } from './mark.ts';

export interface Remark {
  readonly target: string;
  /** As Markdown. */
  readonly text: string;
  /** Number of the request it stands below. */
  readonly request: number;
  /** Where there is no comment yet, none is made. */
  readonly isOnlyKept: boolean;
}

export type KeptComment = 'nothing' | 'unchanged' | 'added' | 'changed';

/** Throws where the forge refuses anything. */
export async function keepComment(forge: Forge, { target, text, request, isOnlyKept }: Remark): Promise<KeptComment> {
  const mark: Mark = { kind: 'comment', target };
  const author = (await forge.readAuthor()).toLowerCase();
  const comments = await forge.listRequestComments(request);
  const own = comments.find((comment) => comment.author.toLowerCase() === author && hasMark(comment.body, mark));
  // Comments for several environments stand side by side, and a plan does not know what its own is called.
  const body = markedBody(mark, target.includes('/') ? `**${target}**\n\n${text}` : text);
  if (own === undefined) {
    if (isOnlyKept) return 'nothing';
    await forge.commentOnRequest(request, body);
    return 'added';
  }
  if (isSameText(own.body, body)) return 'unchanged';
  await forge.changeRequestComment(request, own, body);
  return 'changed';
}
