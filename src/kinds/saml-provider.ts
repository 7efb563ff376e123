/** SAML provider: an identity provider of the organization. */
import { call } from '../contract/endpoint.ts';
import { createSamlProvider, deleteSamlProvider, getSamlProvider, listSamlProviders, updateSamlProvider } from '../contract/sso.ts';
import { fieldsOf } from './contract-field.ts';
import { defineKind } from './define-kind.ts';
import { raisedRole } from './field.ts';
import { idIn, itemOf, readItem, withFields } from './reply.ts';

const field = fieldsOf(createSamlProvider, updateSamlProvider);

export const samlProvider = defineKind({
  name: 'saml-provider',
  segment: 'saml',
  title: 'SAML provider',
  description: 'An identity provider through which members sign in.',
  key: 'name',
  exampleKey: 'okta',
  naturalKeys: [['label']],
  protectedByDefault: true,
  loss: 'members who sign in through it are locked out',
  fields: {
    label: field('label', 'Name people see when they sign in.', { required: true, example: 'Okta' }),
    entityID: field('entityID', 'Entity id of the identity provider.', { example: 'http://www.okta.com/exk1' }),
    ssoURL: field('ssoURL', 'Address where members sign in.', { example: 'https://acme.okta.com/sso' }),
    certificate: field('certificate', 'Certificate of the identity provider, in PEM form.', {
      example: { file: 'certs/okta.pem' },
      secret: 'digest',
      format: 'pem',
      fromFile: { folder: 'certs', ending: 'pem' },
    }),
    defaultTeam: field.ref('defaultTeam', 'team', 'Team that new members join.'),
    defaultRole: field('defaultRole', 'Role of new members; null: guest.', {
      opens: { ...raisedRole('new members may do more', 'new members may do less'), ofNew: true },
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => call(listSamlProviders, { path: { organizationId: organization } }),
    one: ({ organization }, id) => call(getSamlProvider, { path: { organizationId: organization, samlProviderId: id } }),
    // `status` is no field of the language; the guard on enforcing SSO looks at it.
    decode: (item) => {
      const decoded = readItem(item, { needs: ['label'], may: ['entityID', 'ssoURL', 'certificate', 'defaultRole', 'status'] });
      return decoded && withFields(decoded, { defaultTeam: idIn(itemOf(item)?.defaultTeam) });
    },
  },
  create: ({ organization, body }) => call(createSamlProvider, { path: { organizationId: organization }, body }),
  update: ({ organization, id, body }) => [call(updateSamlProvider, { path: { organizationId: organization, samlProviderId: id }, body })],
  delete: ({ organization, id }) => call(deleteSamlProvider, { path: { organizationId: organization, samlProviderId: id } }),
});
