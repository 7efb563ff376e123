/** What the platform stores of an organization. */
import type { Static } from '@sinclair/typebox';
import type * as contract from '../../contract/2025-06/organizations.ts';
import type { OrganizationMergeRules } from '../../contract/gitbook/merge-rules.ts';
import type { Shown } from '../store/records.ts';

type Shared = 'title' | 'createdAt' | 'emailDomains' | 'hostname' | 'type' | 'defaultRole' | 'inviteLinks' | 'plan';

export interface OrganizationRecord extends Shown, Pick<Static<typeof contract.Organization>, Shared> {
  defaultSite?: string;
  logo?: string;
  sso: boolean;
  ai: boolean;
  /** Only the `gitbook` dialect has it. */
  mergeRules?: Static<typeof OrganizationMergeRules>;
}
