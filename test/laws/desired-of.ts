/** Converts outlines into configurations, and parses them with docform. */
import type { Desired, Ledger } from '../../src/core/state.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { desiredIn } from '../../src/library/dialect.ts';
import { loadDesired } from '../config/memory-files.ts';
import type { Keyed } from './draw.ts';
import type { Fields, Outline } from './outline.ts';

/** JSON is valid YAML. `seeded`: ids of the existing spaces. */
function textOf(outline: Outline, organization: string, seeded: Keyed<string>): string {
  const pinned = Object.fromEntries(Object.entries(seeded).map(([key, id]) => [key, { id }]));
  const replaceable = (blocks: Keyed<Fields> | undefined) =>
    blocks && Object.fromEntries(Object.entries(blocks).map(([key, block]) => [key, { replace: true, ...block }]));
  return JSON.stringify({
    ...{ version: 1, organization },
    policy: { prune: 'owned', self: 'ana@acme.dev', unprotect: ['saml', 'sites', 'spaces'], maxDeletes: 1000 },
    ...outline,
    spaces: { ...pinned, ...outline.spaces },
    customFields: replaceable(outline.customFields),
    sites: replaceable(outline.sites),
  });
}

/** Without lists of kinds that only other dialects have. */
export function inContract(desired: Desired, ledger: Ledger): Desired {
  return desiredIn(desired, kindsOfDialect('2025-06'), ledger).desired;
}

export function desiredOf(outline: Outline, organization: string, seeded: Keyed<string>): Desired {
  return loadDesired(textOf(outline, organization, seeded));
}
