/** `permissions` in answers, from the requirements of the operations. */

import type { Endpoint } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { Role } from '../records.ts';
import { leastOf } from '../resource.ts';
import { isAtLeast, roleIn } from '../rules/access.ts';

export function canCall(role: Role | null | undefined, operation: Pick<Endpoint, 'name'>): boolean {
  return isAtLeast(role, leastOf(operation));
}

export function definitionPermissions(
  context: Context,
  organization: string,
  operations: { read: Pick<Endpoint, 'name'>; remove: Pick<Endpoint, 'name'> },
): { view: boolean; edit: boolean } {
  const role = roleIn(context, organization);
  return { view: canCall(role, operations.read), edit: canCall(role, operations.remove) };
}
