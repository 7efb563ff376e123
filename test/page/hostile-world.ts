/** A fixture whose texts contain markup and control characters. */

import type { Fixture } from '../../src/server/fixture/fixture.ts';
import { objectsOf } from '../../src/server/fixture/objects.ts';
import { idAt } from '../../src/server/rules/context.ts';

export const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '</textarea></title><svg/onload=alert(1)>',
  '`alert(1)` {{constructor}} javascript:alert(1)',
  'right \u202e to left \u2066 \u200b \u0000 \u001b[31m \u0085 \ufeff \u2028 \ud800 end',
];

/** All of them in one text. */
export const hostile = attacks.join(' ');

export const hostileWorld: Fixture = {
  seedNumber: 1,
  organizations: [
    {
      id: idAt(1, 1),
      objects: objectsOf({
        settings: { title: hostile, emailDomains: [hostile], hostname: hostile, defaultContent: 'site' },
        linkInvites: { [hostile]: { role: 'read' } },
        members: {
          'ana@acme.dev': { displayName: hostile, role: 'admin' },
          [`"${hostile}"@acme.dev`]: { displayName: 'Bo', role: null, sso: true },
        },
        teams: { team: { title: hostile, members: { 'ana@acme.dev': 'owner' } } },
        saml: {
          saml: {
            label: hostile,
            entityID: hostile,
            ssoURL: hostile,
            certificate: hostile,
            defaultTeam: 'team',
            defaultRole: null,
          },
        },
        customFields: { [hostile]: { type: hostile, title: hostile, description: hostile, options: [hostile] } },
        collections: { collection: { title: hostile, description: hostile } },
        spaces: {
          space: { title: hostile, emoji: hostile, collection: 'collection', defaultLevel: 'read' },
          second: { title: 'Plain', emoji: '1f4d8', defaultLevel: null },
        },
        openapi: { [hostile]: { url: `javascript:${hostile}` } },
        translations: { translation: { title: hostile, languages: [hostile] } },
        sites: {
          site: {
            ...{ title: hostile, visibility: 'share-link', basename: hostile, proxy: hostile, adaptiveContent: true },
            visitor: { claims: { [hostile]: { type: 'string', description: hostile, enum: [hostile] } } },
            structure: [
              {
                group: 'group',
                title: hostile,
                icon: hostile,
                sections: [
                  {
                    ...{
                      section: 'section',
                      title: hostile,
                      path: hostile,
                      icon: hostile,
                      description: hostile,
                      condition: hostile,
                    },
                    spaces: [{ space: 'space', path: hostile, condition: hostile }],
                  },
                ],
              },
              { group: 'empty', title: 'Empty', sections: [] },
            ],
            shareLinks: { link: { name: hostile } },
          },
        },
      }),
    },
  ],
};
