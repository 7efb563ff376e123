/** The people who replied to a comment. */
import { compared } from '../compare.ts';
import type { Context } from '../context.ts';
import { userAnswer } from '../resources/member.ts';

export function contributors(context: Context, organization: string, comment: string): readonly object[] {
  const found = new Map<string, { count: number; updatedAt: string }>();
  for (const { data } of context.store.children('comment-reply', comment)) {
    const known = found.get(data.postedBy) ?? { count: 0, updatedAt: data.postedAt };
    const updatedAt = compared(known.updatedAt, data.postedAt) < 0 ? data.postedAt : known.updatedAt;
    found.set(data.postedBy, { count: known.count + 1, updatedAt });
  }
  return [...found].map(([id, { count, updatedAt }]) => ({
    updatedAt,
    count,
    user: userAnswer(context, organization, id),
  }));
}
