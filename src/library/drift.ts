/** Drift: reads the platform, and says what somebody changed by hand. */
import type { Impact } from '../core/impact.ts';
import { driftDigest, drift as findDrift } from '../drift/drift.ts';
import type { Drift } from '../drift/entry.ts';
import { impactOfDrift } from '../impact/drifted.ts';
import type { PlanInput } from '../plan/plan.ts';
import { type PlanOptions, readForPlan } from './plan.ts';

export interface DriftOptions extends Omit<PlanOptions, 'allowances'> {
  /** `YYYY-MM-DD` in UTC: rules whose last day is before it are over. */
  readonly today: string;
  /** Reads the whole organization: needed to take in what nobody declares. */
  readonly isWhole?: boolean;
}

/** What was found, what it means to people, and what it was found in. */
export interface Drifted {
  readonly drift: Drift;
  /** What it means to people, the most severe first. */
  readonly impact: readonly Impact[];
  readonly host: string;
  /** `sha256:…`: equal for equal drift, whenever and wherever it is looked for. */
  readonly digest: string;
  readonly readRequests: number;
  /** What it was found in. */
  readonly input: PlanInput;
  readonly today: string;
}

/** Reads ledger and platform over a transport that cannot write, and takes no lease. Throws where nothing of the platform can be believed. */
export async function drift({ today, isWhole = false, ...options }: DriftOptions): Promise<Drifted> {
  const { input, requests } = await readForPlan(options, isWhole);
  const found = findDrift({ ...input, today });
  const { host } = options.platform;
  const impact = impactOfDrift({ ...input, entries: found.entries });
  return { drift: found, impact, host, digest: driftDigest(found, host), readRequests: requests(), input, today };
}
