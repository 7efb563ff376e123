/** What the parts of an import hand to each other. */
import type { Desired, Imported, ImportPlan, LeftOut, StateStore } from '../../index.ts';
import type { Target } from '../target.ts';
import type { ImportPlace } from './place.ts';

export interface Bringing {
  readonly place: ImportPlace;
  readonly organization: string;
  /** What is declared by now. */
  readonly desired?: Desired;
  readonly addresses: readonly string[];
  readonly split?: 'site' | 'kind';
  readonly target: Pick<Target, 'platform' | 'isLocal' | 'traffic'>;
  readonly ledger: StateStore;
}

export interface PreparedImport {
  readonly imported: Imported;
  /** By path as seen from the working directory; only those that are new or change. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same files as they are; a new one is missing. */
  readonly before: ReadonlyMap<string, string>;
  readonly files: readonly { readonly path: string; readonly status: 'new' | 'changed' }[];
  readonly diff: string;
  readonly plan: ImportPlan;
  readonly counts: readonly { readonly kind: string; readonly title: string; readonly count: number }[];
  readonly leftOut: readonly LeftOut[];
  readonly pending: readonly string[];
  readonly gone: readonly string[];
}
