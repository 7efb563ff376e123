/** SAML provider: an identity provider of the organization. */
import { createSamlProvider, deleteSamlProvider, getSamlProvider, listSamlProviders, updateSamlProvider } from '../contract/sso.ts';
import { callWith, defineKind } from './define-kind.ts';
import { raisedRole, ref, role, text } from './field.ts';
import { idIn, itemOf, readItem, withFields } from './reply.ts';

export const samlProvider = defineKind({
  name: 'saml-provider',
  segment: 'saml',
  title: 'SAML provider',
  description: 'An identity provider through which members sign in.',
  key: 'name',
  naturalKeys: [['label']],
  protectedByDefault: true,
  loss: 'members who sign in through it are locked out',
  fields: {
    label: text('Name people see when they sign in.', { min: 1, max: 30 }, { required: true }),
    entityID: text('Entity id of the identity provider.', { max: 1024 }),
    ssoURL: text('Address where members sign in.', { max: 2048, format: 'uri' }),
    certificate: text(
      'Certificate of the identity provider, in PEM form.',
      { max: 10_000 },
      { secret: 'digest', fromFile: { folder: 'certs', ending: 'pem' } },
    ),
    defaultTeam: ref('team', 'Team that new members join.'),
    defaultRole: role('Role of new members; null: guest.', {
      clearable: true,
      opens: raisedRole('new members may do more', 'new members may do less'),
    }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listSamlProviders, { organizationId: organization }),
    one: ({ organization }, id) => callWith(getSamlProvider, { organizationId: organization, samlProviderId: id }),
    // `status` is no field of the language; the guard on enforcing SSO looks at it.
    decode: (item) => {
      const decoded = readItem(item, { needs: ['label'], may: ['entityID', 'ssoURL', 'certificate', 'defaultRole', 'status'] });
      return decoded && withFields(decoded, { defaultTeam: idIn(itemOf(item)?.defaultTeam) });
    },
  },
  create: ({ organization, fields }) => callWith(createSamlProvider, { organizationId: organization }, fields),
  update: ({ organization, id, fields }) => [callWith(updateSamlProvider, { organizationId: organization, samlProviderId: id }, fields)],
  delete: ({ organization, id }) => callWith(deleteSamlProvider, { organizationId: organization, samlProviderId: id }),
});
