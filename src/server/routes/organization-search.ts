/** Route of the full-text search inside an organization. */
import { searchOrganization } from '../../contract/organizations.ts';
import { foundAnswer } from '../answers/search.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { search } from '../rules/search.ts';

export const searchRoutes = [
  route(searchOrganization, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const caller = requireObject(context, 'member', context.callerId, organization);
    return mapPage(pageOfItems(search(context, caller, query.query), query), (found) => foundAnswer(context, found));
  }),
];
