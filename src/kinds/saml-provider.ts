/** SAML provider: an identity provider of the organization. */
import * as contract from '../contract/2025-06/sso.ts';
import { callOf, defineFieldsOf, defineKind } from './define-kind.ts';
import { exposureByRole } from './field.ts';
import { addFields, decodeMembers, embeddedId, objectOrUndefined } from './reading.ts';

const field = defineFieldsOf(contract.createSamlProvider, contract.updateSamlProvider);

export const samlProvider = defineKind({
  name: 'saml-provider',
  segment: 'saml',
  title: 'SAML provider',
  description: 'An identity provider that members use to sign in.',
  key: 'name',
  exampleKey: 'okta',
  naturalKeys: [['label']],
  protectedByDefault: true,
  loss: 'sign-in for members who use this provider',
  fields: {
    label: field('label', 'Name that members see when they sign in.', { required: true, example: 'Okta' }),
    entityID: field('entityID', 'Entity ID of the identity provider.', {
      example: 'http://www.okta.com/exk1',
      connects: true,
      perEnvironment: true,
    }),
    ssoURL: field('ssoURL', 'URL where members sign in.', {
      example: 'https://acme.okta.com/sso',
      connects: true,
      perEnvironment: true,
    }),
    certificate: field('certificate', 'Certificate of the identity provider, in PEM format.', {
      example: { file: 'certs/okta.pem' },
      secret: 'digest',
      connects: true,
      perEnvironment: true,
      format: 'pem',
      fromFile: { folder: 'certs', ending: 'pem' },
    }),
    defaultTeam: field.ref('defaultTeam', 'team', 'Team that new members join.'),
    defaultRole: field('defaultRole', 'Role of new members. `null` means guest.', {
      nullIsValue: true,
      exposure: {
        ...exposureByRole('new members get more permissions', 'new members get fewer permissions'),
        ofNew: true,
      },
    }),
  },
  reading: {
    by: 'list',
    call: callOf(contract.listSamlProviders),
    one: callOf(contract.getSamlProvider),
    // `status` is not a field of the language: a guard of the field `sso` reads it.
    decode: (item) => {
      const decoded = decodeMembers(item, {
        needs: ['label'],
        may: ['entityID', 'ssoURL', 'certificate', 'defaultRole', 'status'],
      });
      return decoded && addFields(decoded, { defaultTeam: embeddedId(objectOrUndefined(item)?.defaultTeam) });
    },
  },
  create: callOf(contract.createSamlProvider),
  update: callOf(contract.updateSamlProvider),
  delete: callOf(contract.deleteSamlProvider),
});
