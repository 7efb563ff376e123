/** Settings of organizations on GitBook. */
import { Type } from '@sinclair/typebox';
import { Organization, updateOrganization as updateInContract } from '../2025-06/organizations.ts';
import { createSectionDefiners } from '../endpoint.ts';
import { OrganizationMergeRules } from './merge-rules.ts';

const { patch } = createSectionDefiners('Organizations');

export const updateOrganization = patch('updateOrganization', '/v1/orgs/{organizationId}', {
  body: Type.Object({
    ...updateInContract.body?.properties,
    mergeRules: Type.Optional(OrganizationMergeRules),
  }),
  reply: Type.Object({ ...Organization.properties, mergeRules: Type.Optional(OrganizationMergeRules) }),
});
