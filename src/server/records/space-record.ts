/** What the platform stores of a space. */
import type { Static } from '@sinclair/typebox';
import type * as contract from '../../contract/2025-06/spaces.ts';
import type { SpaceMergeRules } from '../../contract/gitbook/merge-rules.ts';
import type { FieldValue, Shown } from '../store/records.ts';

type Shared = 'title' | 'emoji' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'revision' | 'defaultLevel';

export interface SpaceRecord extends Shown, Pick<Static<typeof contract.Space>, Shared> {
  /** Only the `gitbook` dialect has icons, and rules for merges. */
  icon?: string;
  mergeRules?: Static<typeof SpaceMergeRules>;
  editMode: 'live' | 'locked';
  language?: string;
  values: { [fieldId: string]: FieldValue };
}
