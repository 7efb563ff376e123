/** The spaces of an organization in the vendor's dialect. */
import { createOrganizationSpace, listOrganizationSpaces } from '../../contract/vendor/spaces.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { contentKinds, siblings } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { inOrganization, resource, route, whereItGoes } from '../resource.ts';
import { spaceAnswer } from '../resources/space.ts';
import { type ContentRow, visibleOf } from '../rules/access.ts';
import { addSpace } from '../rules/content.ts';
import { requireWithin } from '../rules/rights.ts';

function spacesIn(context: Context, parent: string): readonly Row<'space'>[] {
  const rows = siblings(context.store, contentKinds, parent) as readonly ContentRow[];
  return rows.flatMap((row) => (row.kind === 'space' ? [row] : spacesIn(context, row.id)));
}

export const organizationSpaces = resource({
  routes: [
    route(listOrganizationSpaces, inOrganization('read'), ({ context, path, query }) => {
      const spaces = visibleOf(context, spacesIn(context, path.organizationId));
      return mapPage(pageOfItems(spaces, query), (row) => spaceAnswer(context, row));
    }),
    route(createOrganizationSpace, inOrganization('read', whereItGoes), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const { title = 'Untitled', parent = organization, emoji, editMode, language } = body;
      requireWithin(context, organization, parent);
      return spaceAnswer(
        context,
        addSpace(context, organization, parent, { title, ...defined({ emoji, editMode, language }) }),
      );
    }),
  ],
});
