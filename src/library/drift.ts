/** Reads the platform and reports drift. */

import type { Address } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { ExpectationFinding } from '../core/expectation-finding.ts';
import type { Impact } from '../core/impact.ts';
import type { PolicyRule } from '../core/policy.ts';
import { shapeOf } from '../kinds/shape.ts';
import type { PlanInput } from '../plan/plan.ts';
import type { Client } from '../remote/client/client.ts';
import type { Definitions } from '../remote/live/mentions.ts';
import { driftDigest, drift as findDrift } from '../review/drift/drift.ts';
import type { Drift } from '../review/drift/entry.ts';
import { withFixOfDrift } from '../review/drift/violations.ts';
import { impactOfDrift } from '../review/impact/drifted.ts';
import { markedDrift } from '../review/impact/impact.ts';
import { withAllLists } from './inventory.ts';
import { type PlanOptions, readForPlan } from './plan-input.ts';

interface DriftOptions extends Omit<PlanOptions, 'allowances'> {
  /** `YYYY-MM-DD` in UTC. Rules whose last day is earlier do not apply. */
  readonly today: string;
  /** Reads the whole organization, which is required to import undeclared objects. */
  readonly isWhole?: boolean;
  /** The address of the only object that matters. Reads the whole organization if the object, or something that it contains or refers to, is not declared. */
  readonly object?: Address;
}

/** The drift, its effects on people, and the input of the comparison. */
export interface Drifted {
  readonly drift: Drift;
  /** Effects on people, riskiest first. */
  readonly impact: readonly Impact[];
  readonly host: string;
  /** Violations of `expect` in the current state, and expectations that could not be checked. Missing: no expectations. */
  readonly expectations?: readonly ExpectationFinding[];
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
export async function drift({ object, ...options }: DriftOptions): Promise<Drifted> {
  if (object === undefined) return driftIn(options);
  const desired = withAllLists(options.desired, (await options.ledger.load()).ledger, object);
  const near = await driftIn({ ...options, desired, scope: { only: [object] } });
  return covers(near.input, object) ? near : driftIn({ ...options, isWhole: true });
}

async function driftIn({ today, isWhole = false, ...options }: Omit<DriftOptions, 'object'>): Promise<Drifted> {
  const { input, client, definitions, requests, unmatched } = await readForPlan(options, isWhole);
  const found = findDrift({ ...input, today });
  const { host } = options.platform;
  const impact = impactOfDrift({ ...input, entries: found.entries });
  const findings = await expectationsIn(client, definitions, input, options.policy?.rules);
  const expectations = findings && withFixOfDrift(findings, found.entries);
  return {
    drift: { ...found, entries: markedDrift(impact, found.entries) },
    impact,
    host,
    ...withoutUndefined({ expectations }),
    digest: driftDigest(found, host, expectations),
    readRequests: requests(),
    input,
    definitions,
    today,
    unmatched,
  };
}

async function expectationsIn(
  client: Client,
  definitions: Definitions,
  input: PlanInput,
  rules: readonly PolicyRule[] = [],
) {
  if (input.desired.expect === undefined && !rules.some(({ on }) => on === 'state')) return undefined;
  const { expectationsNow, statementsOf } = await import('./expectations.ts');
  return expectationsNow(client, definitions, input, statementsOf(input.desired, rules));
}

/** Whether the object and everything that it contains and refers to is declared or was read. */
function covers({ desired, ledger, live, shapes }: PlanInput, object: Address): boolean {
  const idOf = (address: Address) => ledger.resources[address]?.id;
  const ownId = idOf(object);
  if (ownId === undefined || !desired.resources.some(({ address }) => address === object)) return false;
  const declared = desired.resources.map(({ kind, address }) => `${kind}:${idOf(address)}`);
  const known = new Set([...declared, ...live.objects.map(({ kind, id }) => `${kind}:${id}`)]);
  const inside = new Set([ownId]);
  // Containers come before their contents.
  const contents = live.objects.filter(({ id, parentId }) => {
    const isInside = inside.has(id) || (parentId !== null && inside.has(parentId));
    if (isInside) inside.add(id);
    return isInside;
  });
  return contents.every(({ id, kind, fields }) => {
    const { key, sharesId, fields: shapesOf } = shapeOf({ shapes }, kind);
    return Object.entries(shapesOf).every(([name, { type }]) => {
      const isOwnId = sharesId === true && key !== 'name' && key.field === name;
      const value = fields[name] ?? (isOwnId ? id : null);
      return type.is !== 'ref' || value === null || known.has(`${type.to}:${String(value)}`);
    });
  });
}
