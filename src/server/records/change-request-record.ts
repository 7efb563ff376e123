/** What the platform stores of a change request, and new ones. */
import type { Context } from '../rules/context.ts';
import { addObject, uniqueKey } from '../rules/objects.ts';
import type { Row } from '../store/records.ts';

export interface ChangeRequestRecord {
  number: number;
  subject: string;
  status: 'draft' | 'open' | 'merged' | 'archived';
  createdAt: string;
  updatedAt: string;
  revision: string;
}

export function addChangeRequest(
  context: Context,
  space: Row<'space'>,
  given: Pick<ChangeRequestRecord, 'number' | 'subject' | 'status' | 'revision'>,
): Row<'change-request'> {
  const place = { parent: space.id, uniqueKey: uniqueKey('change-request', space.id, String(given.number)) };
  return addObject(context, 'change-request', place, { ...given, createdAt: context.now, updatedAt: context.now });
}
