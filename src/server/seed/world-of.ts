/** From what a configuration declares to the world in which planning it changes nothing; what is not stated has the defaults of the platform. */

import { collectionsOf } from '../resources/collection.ts';
import { customFieldsOf } from '../resources/custom-field.ts';
import { linkInvitesOf } from '../resources/link-invite.ts';
import { membersOf } from '../resources/member.ts';
import { specsOf } from '../resources/openapi-specification.ts';
import { settingsOf } from '../resources/organization.ts';
import { providersOf } from '../resources/saml-provider.ts';
import { sitesOf } from '../resources/site.ts';
import { spacesOf } from '../resources/space.ts';
import { teamsOf } from '../resources/team.ts';
import { translationsOf } from '../resources/translation.ts';
import type { Declared } from './declared.ts';
import { createWorld } from './index.ts';
import type { World, WorldOrganization } from './world.ts';

export interface WorldOf {
  readonly world: World;
  /** One sentence for each thing that a world cannot hold, or that was made up. */
  readonly warnings: readonly string[];
}

/** What makes a world the copy of a platform. */
export interface CopyOptions {
  /** Spaces in the trash. */
  readonly trash: NonNullable<WorldOrganization['trash']>;
}

/** `seedNumber`: another number gives other ids where none is pinned. `copy`: the world is one; nothing is said of what no plan of it would send. */
export function declaredWorld(declared: Declared, seedNumber: number, copy?: CopyOptions): WorldOf {
  const [bare] = createWorld('empty', seedNumber).organizations;
  if (bare === undefined) throw new Error('the seed empty has no organization');
  const settings = settingsOf(declared, bare);
  const organization: WorldOrganization = {
    ...bare,
    ...settings,
    linkInvites: linkInvitesOf(declared),
    members: membersOf(declared, settings.defaultRole),
    teams: teamsOf(declared),
    samlProviders: providersOf(declared),
    customFields: customFieldsOf(declared),
    collections: collectionsOf(declared),
    spaces: spacesOf(declared),
    ...(copy === undefined ? {} : { trash: copy.trash }),
    openApiSpecs: specsOf(declared),
    translations: translationsOf(declared),
    sites: sitesOf(declared),
  };
  return { world: { seedNumber, organizations: [organization] }, warnings: declared.warnings() };
}
