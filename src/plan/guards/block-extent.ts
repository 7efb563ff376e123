/** The extent of each block: the blocked change with everything that depends on it, or the whole plan. */
import type { Blocked, PlanView } from '../result/change.ts';
import { isBlocking } from '../result/change.ts';

/** `change`: the change alone cannot be made. `plan`: other changes of the plan can be wrong too, or the limit is one of the plan. */
type Extent = 'change' | 'plan';

export const blockExtents: { readonly [code: string]: Extent } = {
  'B-CONDITION-CLAIM': 'change',
  'B-CONFLICT': 'change',
  'B-CONTAINS-UNMANAGED': 'change',
  'B-CUSTOM-VALUE': 'change',
  'B-DEFAULT': 'change',
  'B-EXTERNAL': 'change',
  'B-IN-USE': 'change',
  'B-IRREVERSIBLE': 'change',
  'B-LAST-ADMIN': 'change',
  'B-LAST-OWNER': 'change',
  'B-NEEDS-CHILD': 'change',
  'B-NO-FINGERPRINT': 'change',
  'B-OWN-ACCESS': 'change',
  'B-OWN-ACCESS-UNKNOWN': 'change',
  'B-PERMANENT': 'change',
  'B-PROTECTED': 'change',
  'B-REPLACE': 'change',
  'B-SSO-LOCK-OUT': 'change',
  'B-SUCCESSOR-PENDING': 'change',
  'B-VALUE-IN-USE': 'change',
  'B-WITHIN': 'change',
  // Limits of the plan, and rules about the plan.
  'B-DELETE-SHARE': 'plan',
  'B-EXPECT': 'plan',
  'B-MAX-DELETES': 'plan',
  'B-POLICY': 'plan',
  'B-READERS': 'plan',
  'B-REHEARSAL': 'plan',
  'B-SCOPE': 'plan',
  // docform does not know which object is meant.
  'B-AMBIGUOUS': 'plan',
  'B-CANNOT-CREATE': 'plan',
  'B-DUPLICATE-OBJECT': 'plan',
  'B-PIN-MISSING': 'plan',
  'B-POSSIBLE-RENAME': 'plan',
  'B-REPLACED': 'plan',
  'B-TITLE-MATCH': 'plan',
  'B-UNCERTAIN-COPY': 'plan',
  'B-UNKNOWN': 'plan',
  // The changes around it would restructure a site in part.
  'B-LAST-ITEM': 'plan',
  'B-SECTIONED': 'plan',
  // Another ledger or configuration can own the objects.
  'B-DECLARED-ELSEWHERE': 'plan',
  'B-OWNED-ELSEWHERE': 'plan',
  'B-OWNER-UNKNOWN': 'plan',
};

/** Whether each block of the plan holds back only changes. */
export function holdsOnlyChanges({ guards, changes }: Pick<PlanView, 'guards' | 'changes'>): boolean {
  const isOfChange = ({ code }: Blocked) => blockExtents[code] === 'change';
  return !guards.some(isBlocking) && changes.every(({ blocked }) => blocked === undefined || isOfChange(blocked));
}
