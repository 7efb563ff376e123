/** A site with visits, for tests of insights. */
import { expect } from 'vitest';
import { type Json, type Opened, open } from './open.ts';

const nowMs = Date.UTC(2026, 5, 17, 12, 30);
export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

export const ago = (ms: number): string => new Date(nowMs - ms).toISOString();

/** A page view an hour ago. */
export const visit = (visitor: string, more: object = {}, session: object = {}): object => ({
  type: 'page_view',
  timestamp: ago(hourMs),
  session: { visitorId: visitor, sessionId: `${visitor}-1`, ...session },
  ...more,
});

export interface InsightSite {
  readonly at: Opened;
  readonly base: string;
  track(...events: readonly object[]): Promise<Json>;
  /** The columns of the answer. Default range: the last year. */
  ask(question: object): Promise<readonly Json[]>;
  /** The rows of the answer. */
  rows(question: object): Promise<unknown[][]>;
  /** The status of the refusal. */
  refusedQuestion(question: object): Promise<number>;
}

export async function openInsightSite(): Promise<InsightSite> {
  const at = open({ seed: 'empty', now: () => nowMs, strict: true });
  const base = `~/sites/${(await at.post('~/sites', { title: 'Docs' })).id}/insights`;
  const ask = async (question: object): Promise<readonly Json[]> => {
    const { columns } = await at.post(`${base}/events/aggregate`, { range: 'lastYear', ...question });
    expect(new Set(columns.map(({ values }: Json) => values.length)).size).toBeLessThanOrEqual(1);
    return columns;
  };
  return {
    at,
    base,
    ask,
    track: (...events) => at.post(`${base}/events`, { events }),
    rows: async (question) => {
      const columns = await ask(question);
      return (columns[0]?.values ?? []).map((_: unknown, index: number) => columns.map(({ values }) => values[index]));
    },
    refusedQuestion: (question) => at.refused('POST', `${base}/events/aggregate`, { range: 'lastYear', ...question }),
  };
}
