/** The resources that the site-structure files of Git Sync claim. */
import type { Address } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { keyFromTitles } from '../../core/slug.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import type { SyncedFile } from '../files/include.ts';
import type { ProblemList } from '../problem-list.ts';
import type { Claimed, Claims } from './claimed-fields.ts';
import { declareSite } from './declare-site.ts';
import { siteFileIn } from './read-site-file.ts';

export function readClaims(files: readonly SyncedFile[], shapes: Shapes, problems: ProblemList): Claims {
  const claims = new Map<Address, Claimed>();
  const reserved = new Set<string>();
  for (const { path, node, span, site } of files) {
    const siteFile = siteFileIn(node, problems);
    if (siteFile === undefined) continue;
    const key = site ?? keyFromTitles([siteFile.title?.value ?? ''], shapeOf({ shapes }, 'site'));
    const { declaration } = declareSite(siteFile, { key, keys: 'title', shapes, isClaim: true, reserved });
    const { resources, orders } = declaration;
    const first = claims.get(`sites/${key}`);
    if (first !== undefined) {
      problems.add('E-SITE-FILE-DUPLICATE', span, {
        message: `${path} and ${first.resource.span.file} both describe sites/${key}`,
        hint: 'write `site: KEY` in both items of `include`',
      });
      continue;
    }
    for (const resource of resources) {
      claims.set(resource.address, { resource, ...withoutUndefined({ order: orders[resource.address] }) });
      if (resource.kind === 'space') reserved.add(resource.key);
    }
  }
  return claims;
}
