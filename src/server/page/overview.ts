/** The overview of an organization. */
import { type Html, html, isolateDirection } from '../../markup/html.ts';
import { processingOf } from '../resources/openapi-specification.ts';
import type { Row } from '../store/records.ts';
import { contentSection } from './content.ts';
import { badge, counted, dateTime, facts, section, type View } from './parts.ts';
import { peopleSection, roleName } from './people.ts';
import { sitesSection } from './sites.ts';
import { type Column, nothing, titledTable } from './table.ts';

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

function organizationHead({ context: { store }, organization: { id, data } }: View) {
  const site = data.defaultSite === undefined ? undefined : store.find('site', data.defaultSite);
  const about = facts([
    ['Id', html`<code>${id}</code>`],
    ['Hostname', data.hostname && html`<code>${data.hostname}</code>`],
    ['E-mail domains', data.emailDomains.length === 0 ? 'none' : isolateDirection(data.emailDomains.join(', '))],
    ['Default role', data.defaultRole === undefined ? undefined : roleName(data.defaultRole)],
    ['Default content', site && isolateDirection(site.data.title)],
    ['Link invites', data.inviteLinks ? 'on' : 'off'],
    ['SSO', data.sso ? 'enforced' : 'not enforced'],
    ['AI', data.ai ? 'on' : 'off'],
  ]);
  return html`<div id="organization" data-part="organization"><h1>${isolateDirection(data.title)} ${data.logo !== undefined && badge('has a logo', 'dim')}</h1>
${about}</div>`;
}

const shownRows = 200;

function settingsSection({ context, organization }: View) {
  const { store } = context;
  const fields = store.children('custom-field', organization.id);
  const specs = store.children('openapi-spec', organization.id);
  const translations = store.children('translation', organization.id);
  const list = <T>(title: string, none: string, rows: readonly T[], columns: readonly Column<T>[]) =>
    html`${titledTable(title, none, rows.slice(0, shownRows), columns)}${
      rows.length > shownRows && nothing(`${rows.length - shownRows} more`)
    }\n`;
  const body = [
    list('Custom fields', 'No custom fields.', fields, [
      ['Name', ({ data }) => html`<code>${data.name}</code>`],
      ['Title', ({ data }) => isolateDirection(data.title ?? '')],
      ['Type', ({ data }) => data.type],
      ['Options', ({ data }) => isolateDirection((data.options ?? []).join(', '))],
      ['Description', ({ data }) => isolateDirection(data.description ?? '')],
    ]),
    list('API specifications', 'No specifications.', specs, [
      ['Slug', ({ data }) => html`<code>${data.slug}</code>`],
      ['State', (row) => processing(row, context.nowMs)],
      ['Versions', ({ id }) => store.count('openapi-version', id), 'number'],
      ['Source', ({ data }) => (data.sourceURL === undefined ? 'text' : html`<code>${data.sourceURL}</code>`)],
      ['Updated', ({ data }) => dateTime(data.updatedAt), 'number'],
    ]),
    list('Translations', 'No translations.', translations, [
      ['Title', ({ data }) => isolateDirection(data.title)],
      [
        'Languages',
        ({ data }) => (data.languages.length === 0 ? html`<span class="dim">none</span>` : data.languages.join(', ')),
      ],
      ['Updated', ({ data }) => dateTime(data.updatedAt), 'number'],
    ]),
  ];
  const extra = [
    counted(fields.length, 'field'),
    counted(specs.length, 'specification'),
    counted(translations.length, 'translation'),
  ];
  return section('settings', 'Content settings', extra.join(', '), html`${body}`);
}

function processing(spec: Row<'openapi-spec'>, nowMs: number) {
  const { processingState, lastProcessErrorCode } = processingOf(spec, nowMs);
  if (processingState !== 'complete') return badge(processingState, 'dim');
  return lastProcessErrorCode === undefined ? badge('complete', 'good') : badge(lastProcessErrorCode, 'warm');
}
