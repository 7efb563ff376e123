/** What the platform stores of a member. */
import type { Role } from '../../contract/roles.ts';
import type { Shown } from '../store/records.ts';

export interface MemberRecord extends Shown {
  email: string;
  displayName: string;
  role: Role | null;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
}
