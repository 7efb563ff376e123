/** What the page of a plan is made from, and the parts that it is made of. */
import type { Html } from '../../markup/html.ts';
import type { Origin } from '../origin.ts';
import type { Rehearsal } from '../rehearsal.ts';

/** What the page is made of beside the plan; whoever calls has read them. */
export interface HtmlAssets {
  readonly style: string;
  readonly script: string;
}

export interface HtmlOptions {
  readonly assets: HtmlAssets;
  readonly requests?: number;
  readonly digest?: string;
  /** What was planned, and where that happened. */
  readonly origin?: Origin;
  readonly rehearsal?: Rehearsal;
}

/** A part of the page; `count` stands beside its name in the list of parts. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly body: Html;
}
