/** Reads the platform and reports drift. */
import type { Impact } from '../core/impact.ts';
import { driftDigest, drift as findDrift } from '../drift/drift.ts';
import type { Drift } from '../drift/entry.ts';
import { impactOfDrift } from '../impact/drifted.ts';
import { markedBy } from '../impact/impact.ts';
import type { Definitions } from '../live/mentions.ts';
import type { PlanInput } from '../plan/plan.ts';
import { type PlanOptions, readForPlan } from './plan.ts';

interface DriftOptions extends Omit<PlanOptions, 'allowances'> {
  /** `YYYY-MM-DD` in UTC. Rules whose last day is earlier do not apply. */
  readonly today: string;
  /** Reads the whole organization, which is required to import undeclared objects. */
  readonly isWhole?: boolean;
}

/** The drift, its effects on people, and the input of the comparison. */
export interface Drifted {
  readonly drift: Drift;
  /** Effects on people, riskiest first. */
  readonly impact: readonly Impact[];
  readonly host: string;
  /** Digest (`sha256:…`). Equal drift has equal digests. */
  readonly digest: string;
  readonly readRequests: number;
  /** Input of the comparison. */
  readonly input: PlanInput;
  /** The kinds of the platform. */
  readonly definitions: Definitions;
  readonly today: string;
  /** Patterns of the scope that select nothing. */
  readonly unmatched: readonly string[];
}

/** Reports changes made outside docform. Reads the ledger and the platform, and acquires no state lock. Throws if no data from the platform is reliable. */
export async function drift({ today, isWhole = false, ...options }: DriftOptions): Promise<Drifted> {
  const { input, definitions, requests, unmatched } = await readForPlan(options, isWhole);
  const found = findDrift({ ...input, today });
  const { host } = options.platform;
  const impact = impactOfDrift({ ...input, entries: found.entries });
  return {
    drift: { ...found, entries: markedBy(impact, found.entries) },
    impact,
    host,
    digest: driftDigest(found, host),
    readRequests: requests(),
    input,
    definitions,
    today,
    unmatched,
  };
}
