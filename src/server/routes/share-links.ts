/** Routes of contract section "Share links". */
import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from '../../contract/share-links.ts';
import { shareLinkAnswer } from '../answers/site.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { requireObject, requireSite } from '../rules/require.ts';
import { addObject, rewrite } from '../rules/write.ts';

export const shareLinkRoutes = [
  route(listShareLinks, ({ context, path, query }) => {
    const site = requireSite(context, path);
    return mapPage(pageOfChildren(context.store, 'share-link', site.id, query), (row) => shareLinkAnswer(site, row));
  }),
  route(createShareLink, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const data = { name: body.name, active: true, createdAt: context.now, key: context.newId() };
    return shareLinkAnswer(site, addObject(context, 'share-link', { parent: site.id }, data));
  }),
  route(deleteShareLink, ({ context, path }) => {
    const site = requireSite(context, path);
    context.store.remove(requireObject(context, 'share-link', path.shareLinkId, site.id));
  }),
  route(updateShareLink, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireObject(context, 'share-link', path.shareLinkId, site.id);
    return shareLinkAnswer(site, rewrite(context, was, changed(was.data, { name: body.name, active: body.active })));
  }),
];
