/** The organization as people think of it: its settings, sites, content, people, and what applies to all content. */

import { type Html, html, isolated } from '../../markup/html.ts';
import { contentSection } from './content.ts';
import { peopleSection, roleName } from './people.ts';
import { settingsSection } from './settings.ts';
import { sitesSection } from './sites.ts';
import type { View } from './view.ts';
import { badge } from './words.ts';

const parts = [
  { id: 'sites', title: 'Sites' },
  { id: 'content', title: 'Collections and spaces' },
  { id: 'people', title: 'People' },
  { id: 'settings', title: 'Content settings' },
  { id: 'requests', title: 'Requests' },
];

export function overview(view: View): Html {
  return html`${organizationHead(view)}
<nav class="inner" aria-label="On this page"><ul>${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${sitesSection(view)}
${contentSection(view)}
${peopleSection(view)}
${settingsSection(view)}`;
}

function organizationHead({ context: { store }, organization: { id, data } }: View): Html {
  const site = data.defaultSite === undefined ? undefined : store.find('site', data.defaultSite);
  const facts: readonly (readonly [string, Html | string | undefined])[] = [
    ['Id', html`<code>${id}</code>`],
    ['Hostname', data.hostname && html`<code>${data.hostname}</code>`],
    ['E-mail domains', data.emailDomains.length === 0 ? 'none' : isolated(data.emailDomains.join(', '))],
    ['Default role', data.defaultRole === undefined ? undefined : roleName(data.defaultRole)],
    ['Default content', site && isolated(site.data.title)],
    ['Invitations by link', data.inviteLinks ? 'on' : 'off'],
    ['SSO', data.sso ? 'enforced' : 'not enforced'],
    ['AI', data.ai ? 'on' : 'off'],
  ];
  return html`<div id="organization" data-part="organization"><h1>${isolated(data.title)} ${data.logo !== undefined && badge('has a logo', 'dim')}</h1>
<dl class="facts">${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></div>`;
}
