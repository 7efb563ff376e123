/** What the platform stores of a permission. */
import type { Role } from '../store/records.ts';

/** Null only at a site, where such a permission grants nothing. */
export interface PermissionRecord {
  role: Role | null;
}
