/** Converts outlines into configurations, and parses them with docform. */
import type { Desired } from '../../src/core/state.ts';
import { loadDesired } from '../config/memory-files.ts';
import type { Keyed } from './draw.ts';
import type { Fields, Outline } from './outline.ts';

/** JSON is valid YAML. `seeded`: ids of the existing spaces. */
export function textOf(outline: Outline, organization: string, seeded: Keyed<string>): string {
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

export function desiredOf(outline: Outline, organization: string, seeded: Keyed<string>): Desired {
  return loadDesired(textOf(outline, organization, seeded));
}
