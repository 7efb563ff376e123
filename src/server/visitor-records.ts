/** What the store keeps of visitors' events: what was sent, and when it happened. */

/** An event; the row's position is its time, in milliseconds since 1970. */
export interface VisitorEventRecord {
  readonly type: string;
  readonly timestamp: string;
  /** What was searched for. */
  readonly query?: string;
  readonly session: {
    readonly visitorId?: string;
    readonly sessionId?: string;
    readonly cookies?: { readonly [name: string]: string };
    readonly ip?: string;
    readonly userAgent?: string;
    readonly language?: string | null;
    readonly referrer?: string | null;
    readonly visitorAuthClaims?: { readonly [name: string]: unknown };
  };
  readonly location: {
    readonly url?: string;
    readonly siteSection?: string | null;
    readonly siteSpace?: string | null;
    readonly siteShareKey?: string | null;
    readonly space?: string | null;
    readonly revision?: string | null;
    readonly page?: string | null;
  };
}
