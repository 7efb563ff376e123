/** Blocks a plan that ends or moves URLs with more page views than `policy.maxReaders`. */
import { groupDigits, joinSome } from '../../../core/count.ts';
import type { UrlTraffic } from '../../../core/traffic.ts';
import type { Blocked } from '../../result/change.ts';

/** Redirected URLs keep their readers. */
export function readerGuards(traffic: readonly UrlTraffic[], maxReaders: number | undefined): readonly Blocked[] {
  const lost = traffic.filter(({ isRedirected }) => isRedirected !== true);
  if (maxReaders === undefined || lost.length === 0) return [];
  const views = lost.reduce((sum, each) => sum + (each.views ?? 0), 0);
  const unknown = lost.filter((each) => each.views === undefined);
  const limit = `\`policy.maxReaders\` allows ${groupDigits(maxReaders)}`;
  const hint = 'keep the URLs, redirect them, or raise `policy.maxReaders`';
  if (views > maxReaders)
    return [
      {
        code: 'B-READERS',
        reason: `the URLs that end or move had ${groupDigits(views)} page views in 30 days, and ${limit}`,
        hint,
      },
    ];
  if (unknown.length === 0) return [];
  const names = joinSome(
    unknown.map(({ url }) => url),
    3,
  );
  return [{ code: 'B-READERS', reason: `page views of ${names}: (unknown: not read), and ${limit}`, hint }];
}
