/** Members and teams of a configuration as those of a world: whoever is named exists, and somebody is an admin. */
import type { Declared } from './declared.ts';
import type { Member, Organization, Role } from './world-types.ts';

/** Who is only in a roster joins with the role of everybody who joins; who applies the configuration has to be an admin for it. */
export function membersOf({ desired, all, warn }: Declared, joinsAs: Role | null): readonly Member[] {
  const self = desired.policy.self?.toLowerCase();
  const members = all('member').map((block): Member => {
    block.passOver('email');
    const role = block.stated<Role>('role');
    const isSso = block.flag('sso') === true;
    const assumed = block.key === self ? 'admin' : joinsAs;
    return {
      ...block.pinned,
      email: block.key,
      displayName: nameIn(block.key),
      role: role === undefined ? assumed : role,
      ...(isSso ? { sso: true } : {}),
    };
  });
  const holder = members.find(({ email, role }) => role === 'admin' && email === self) ?? members.find(({ role }) => role === 'admin');
  if (holder !== undefined) return [holder, ...members.filter((member) => member !== holder)];
  const isFree = (email: string): boolean => members.every((member) => member.email !== email);
  const candidates = [...(self?.includes('@') ? [self] : []), 'admin@example.com', 'admin@admin.example.com'];
  const email = candidates.find(isFree) ?? `admin@${members.length}.example.com`;
  warn(`nobody is declared as an admin, so ${email} is made one to hold the token`);
  return [{ email, displayName: nameIn(email), role: 'admin' }, ...members];
}

/** `bo.lindqvist@acme.dev` is Bo Lindqvist. */
function nameIn(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

export function teamsOf({ all }: Declared): Organization['teams'] {
  return all('team').map((team) => ({
    ...team.pinned,
    key: team.key,
    title: team.text('title') ?? team.key,
    members: all('team-member', team.address).map((block) => ({
      email: block.keyOf('member') ?? block.key,
      role: block.text('role') === 'owner' ? 'owner' : 'member',
    })),
  }));
}
