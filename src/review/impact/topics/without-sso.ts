/** Finds the people who do not sign in through a SAML provider. */
import { count, wordForm } from '../../../core/count.ts';
import type { Impact } from '../../../core/impact.ts';
import type { Scene } from '../simulation/scene.ts';
import { emailOf, membersIn } from './levels.ts';

export function withoutSso({ after }: Scene): Pick<Impact, 'who' | 'details'> {
  if (!after.isWhole('member', null))
    return {
      who: ['everyone who does not sign in through a SAML provider'],
      details: ['number of people: (unknown: members not read)'],
    };
  const all = membersIn(after);
  const without = all.filter(({ fields }) => fields.sso !== true);
  const admins = without.filter(({ fields }) => fields.role === 'admin').length;
  const among = admins === 0 ? '' : `, including ${count(admins, 'admin')}`;
  return {
    who: without.length === 0 ? ['nobody (all members sign in through a SAML provider)'] : without.map(emailOf).sort(),
    details: [
      `${without.length} of ${count(all.length, 'person', 'people')} ${wordForm(without.length, 'does', 'do')} not sign in through a SAML provider yet${among}`,
    ],
  };
}
