/** Converts a desired state to one configuration file. */
import type { Desired } from '../../src/core/state.ts';
import { composeConfiguration } from '../../src/edit/compose/compose.ts';
import { configurationText } from '../../src/edit/compose/configuration-files.ts';
import { shapes } from '../../src/kinds/index.ts';

/** Without protection, so that one apply can change everything. */
export function textOf(desired: Desired, organization: string): string {
  const blocks = composeConfiguration({ ...desired, lists: desired.lists.map(({ list }) => list) }, shapes);
  const policy = { prune: 'owned', self: 'ana@acme.dev', unprotect: ['saml', 'sites', 'spaces'], maxDeletes: 1000 };
  return configurationText({ blocks: { version: 1, organization, policy, ...blocks }, shapes });
}
