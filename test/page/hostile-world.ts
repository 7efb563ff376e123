/** A world whose every text tries to be more than text. */
import { bareOrganization } from '../../src/server/seed/small.ts';
import type { World } from '../../src/server/seed/world.ts';

export const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '</textarea></title><svg/onload=alert(1)>',
  '`alert(1)` {{constructor}} javascript:alert(1)',
  'right \u202e to left \u2066 \u200b \u0000 \u001b[31m \u0085 \ufeff \u2028 \ud800 end',
];

/** All of them as one text. */
export const hostile = attacks.join(' ');

export const hostileWorld: World = {
  seedNumber: 1,
  organizations: [
    {
      ...bareOrganization(1, 1, hostile, [
        { email: 'ana@acme.dev', displayName: hostile, role: 'admin' },
        { email: `"${hostile}"@acme.dev`, displayName: 'Bo', role: null, sso: true },
      ]),
      emailDomains: [hostile],
      hostname: hostile,
      defaultContent: 'site',
      linkInvites: [{ id: hostile, role: 'read' }],
      teams: [{ key: 'team', title: hostile, members: [{ email: 'ana@acme.dev', role: 'owner' }] }],
      samlProviders: [
        { key: 'saml', label: hostile, entityID: hostile, ssoURL: hostile, certificate: hostile, defaultTeam: 'team', defaultRole: null },
      ],
      customFields: [{ name: hostile, type: hostile, title: hostile, description: hostile, options: [hostile] }],
      collections: [{ key: 'collection', title: hostile, description: hostile, parent: null, defaultLevel: 'inherit' }],
      spaces: [
        { key: 'space', title: hostile, emoji: hostile, collection: 'collection', defaultLevel: 'read' },
        { key: 'second', title: 'Plain', emoji: '1f4d8', collection: null, defaultLevel: null },
      ],
      openApiSpecs: [{ slug: hostile, url: `javascript:${hostile}` }],
      translations: [{ key: 'translation', title: hostile, languages: [hostile] }],
      sites: [
        {
          key: 'site',
          title: hostile,
          visibility: 'share-link',
          basename: hostile,
          proxy: hostile,
          agentsContext: 'included',
          adaptiveContent: true,
          visitor: { claims: { [hostile]: { type: 'string', description: hostile, enum: [hostile] } }, unsigned: {} },
          structure: [
            {
              group: 'group',
              title: hostile,
              icon: hostile,
              sections: [
                {
                  section: 'section',
                  title: hostile,
                  path: hostile,
                  icon: hostile,
                  description: hostile,
                  condition: hostile,
                  spaces: [{ space: 'space', path: hostile, condition: hostile }],
                },
              ],
            },
            { group: 'empty', title: 'Empty', sections: [] },
          ],
          shareLinks: [{ key: 'link', name: hostile, active: true }],
        },
      ],
    },
  ],
};
