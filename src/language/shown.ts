/** How a resource is called in what an editor shows. */
import type { DesiredResource } from '../core/state.ts';

/** What people call it, if it says that. */
export function statedTitle({ fields }: Pick<DesiredResource, 'fields'>): string | undefined {
  const said = [fields.title, fields.name, fields.label].find((value) => typeof value === 'string' && value !== '');
  return typeof said === 'string' ? said : undefined;
}
