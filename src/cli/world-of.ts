/** From a validated configuration to the world in which planning it changes nothing; what is not stated has the platform's defaults. */
import type { Desired } from '../index.ts';
import { createWorld, type World } from '../server/index.ts';
import { type Declared, declaredBy } from './declared.ts';
import { collectionsOf, customFieldsOf, spacesOf } from './world-of-content.ts';
import { membersOf, teamsOf } from './world-of-people.ts';
import { sitesOf } from './world-of-sites.ts';
import type { Organization, Role } from './world-types.ts';

export interface WorldOf {
  readonly world: World;
  /** One sentence for each thing that a world cannot hold, or that was made up. */
  readonly warnings: readonly string[];
}

/** What makes a world the copy of a platform. */
export interface CopyOptions {
  /** Spaces in the trash. */
  readonly trash: NonNullable<Organization['trash']>;
}

/** `seedNumber`: another number gives other ids where none is pinned. `copy`: the world is one; nothing is said of what no plan of it would send. */
export function worldOf(desired: Desired, seedNumber: number, copy?: CopyOptions): WorldOf {
  const declared = declaredBy(desired, copy !== undefined);
  const [bare] = createWorld('empty', seedNumber).organizations;
  if (bare === undefined) throw new Error('the seed empty has no organization');
  const settings = settingsOf(declared, bare);
  const organization: Organization = {
    ...settings,
    linkInvites: declared.all('link-invite').map((block) => {
      block.passOver('id');
      return { id: block.key, role: (block.text('role') as Role | undefined) ?? 'read' };
    }),
    members: membersOf(declared, settings.defaultRole),
    teams: teamsOf(declared),
    samlProviders: providersOf(declared),
    customFields: customFieldsOf(declared),
    collections: collectionsOf(declared),
    spaces: spacesOf(declared),
    ...(copy === undefined ? {} : { trash: copy.trash }),
    openApiSpecs: specsOf(declared),
    translations: declared.all('translation').map((block) => ({
      ...block.pinned,
      key: block.key,
      title: block.text('title') ?? block.key,
      languages: [],
    })),
    sites: sitesOf(declared),
  };
  return { world: { seedNumber, organizations: [organization] }, warnings: declared.warnings() };
}

/** The organization with nothing but its settings. */
function settingsOf({ desired, all, isCopy, warn }: Declared, bare: Organization): Organization {
  const id = desired.organization;
  const [settings] = all('organization');
  if (settings === undefined) return { ...bare, id, title: id };
  const content = settings.keyOf('defaultContent');
  const role = settings.stated<Role>('defaultRole');
  if (settings.stated('logo') !== undefined && !isCopy)
    warn(`${settings.address}: the platform never shows its logo, so the first plan sends it all the same`);
  return {
    ...bare,
    id,
    title: settings.text('title') ?? id,
    emailDomains: settings.stated<readonly string[]>('emailDomains') ?? bare.emailDomains,
    defaultRole: role === undefined ? bare.defaultRole : role,
    sso: settings.flag('sso') ?? bare.sso,
    ai: settings.flag('ai') ?? bare.ai,
    inviteLinks: settings.flag('inviteLinks') ?? bare.inviteLinks,
    ...settings.texts('hostname', 'logo'),
    ...(content === undefined ? {} : { defaultContent: content }),
  };
}

function providersOf({ all }: Declared): Organization['samlProviders'] {
  return all('saml-provider').map((block) => {
    const defaultTeam = block.keyOf('defaultTeam');
    return {
      ...block.pinned,
      key: block.key,
      label: block.text('label') ?? block.key,
      ...block.texts('entityID', 'ssoURL', 'certificate'),
      defaultRole: (block.text('defaultRole') as Role | undefined) ?? null,
      ...(defaultTeam === undefined ? {} : { defaultTeam }),
    };
  });
}

function specsOf({ all, isCopy, warn }: Declared): Organization['openApiSpecs'] {
  return all('openapi-spec').map((block) => {
    block.passOver('slug');
    const [text, url] = [block.text('text'), block.text('url')];
    if (text === undefined) return { slug: block.key, url: url ?? '' };
    if (!isCopy) warn(`${block.address}: the platform never shows its text, so the first plan sends it all the same`);
    return { slug: block.key, text };
  });
}
