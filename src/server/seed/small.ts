/** Seeds `empty` (one organization, one admin) and `small` (what examples/one-site is applied to). */

import { idAt } from '../ids.ts';
import type { WorldMember } from '../resources/member.ts';
import type { World, WorldOrganization } from './world.ts';

const ana: WorldMember = { email: 'ana@acme.dev', displayName: 'Ana Ruiz', role: 'admin' };

/** An organization that has nothing but its settings. */
export function bareOrganization(seedNumber: number, number: number, title: string, members: readonly WorldMember[]): WorldOrganization {
  return {
    id: idAt(seedNumber, number),
    title,
    emailDomains: [],
    defaultRole: 'read',
    sso: false,
    ai: true,
    inviteLinks: true,
    linkInvites: [],
    members,
    teams: [],
    samlProviders: [],
    customFields: [],
    collections: [],
    spaces: [],
    openApiSpecs: [],
    translations: [],
    sites: [],
  };
}

export function emptyWorld(seedNumber: number): World {
  return { seedNumber, organizations: [bareOrganization(seedNumber, 1, 'Acme', [ana])] };
}

export function smallWorld(seedNumber: number): World {
  const members: WorldMember[] = [
    ana,
    { email: 'bo@acme.dev', displayName: 'Bo Lindqvist', role: 'edit' },
    { email: 'eve@acme.dev', displayName: 'Eve Okafor', role: 'read' },
    { email: 'dan@acme.dev', displayName: 'Dan Hale', role: 'comment' },
  ];
  const acme: WorldOrganization = {
    ...bareOrganization(seedNumber, 1, 'Acme', members),
    emailDomains: ['acme.dev'],
    linkInvites: [{ id: 'inv_123', role: 'read' }],
    teams: [{ key: 'docs', title: 'Docs', members: [{ email: 'ana@acme.dev', role: 'owner' }] }],
    collections: [{ key: 'product', title: 'Product', parent: null, defaultLevel: 'inherit' }],
    spaces: [
      { key: 'home', title: 'Home', emoji: '1f3e0', collection: 'product', defaultLevel: 'inherit' },
      { key: 'payments-en', title: 'Payments EN', emoji: '1f4b3', collection: 'product', defaultLevel: 'inherit' },
      { key: 'changelog', title: 'Changelog', emoji: '1f4dd', collection: null, defaultLevel: 'inherit' },
    ],
  };
  return { seedNumber, organizations: [acme] };
}
