/** The overview of an organization. */
import { type Html, html, isolated } from '../../markup/html.ts';
import type { Row } from '../records.ts';
import { processingOf } from '../resources/openapi-specification.ts';
import { contentSection } from './content.ts';
import { type Column, facts, nothing, section, table } from './lists.ts';
import { peopleSection, roleName } from './people.ts';
import { sitesSection } from './sites.ts';
import type { View } from './view.ts';
import { badge, counted, dateTime } from './words.ts';

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
    ['E-mail domains', data.emailDomains.length === 0 ? 'none' : isolated(data.emailDomains.join(', '))],
    ['Default role', data.defaultRole === undefined ? undefined : roleName(data.defaultRole)],
    ['Default content', site && isolated(site.data.title)],
    ['Link invites', data.inviteLinks ? 'on' : 'off'],
    ['SSO', data.sso ? 'enforced' : 'not enforced'],
    ['AI', data.ai ? 'on' : 'off'],
  ]);
  return html`<div id="organization" data-part="organization"><h1>${isolated(data.title)} ${data.logo !== undefined && badge('has a logo', 'dim')}</h1>
${about}</div>`;
}

const shownRows = 200;

function settingsSection({ context, organization }: View) {
  const { store } = context;
  const fields = store.children('custom-field', organization.id);
  const specs = store.children('openapi-spec', organization.id);
  const translations = store.children('translation', organization.id);
  const list = <T>(title: string, columns: readonly Column<T>[], rows: readonly T[], none: string): Html =>
    html`<h3>${title}</h3>${table(title, columns, rows.slice(0, shownRows), none)}${
      rows.length > shownRows && nothing(`${rows.length - shownRows} more`)
    }`;
  const specColumns: readonly Column<Row<'openapi-spec'>>[] = [
    { title: 'Slug', show: ({ data }) => html`<code>${data.slug}</code>` },
    { title: 'State', show: (row) => processing(row, context.nowMs) },
    { title: 'Versions', kind: 'number', show: ({ id }) => store.count('openapi-version', id) },
    {
      title: 'Source',
      show: ({ data }) => (data.sourceURL === undefined ? 'text' : html`<code>${data.sourceURL}</code>`),
    },
    { title: 'Updated', kind: 'number', show: ({ data }) => dateTime(data.updatedAt) },
  ];
  const body = html`${list('Custom fields', fieldColumns, fields, 'No custom fields.')}
${list('API specifications', specColumns, specs, 'No specifications.')}
${list('Translations', translationColumns, translations, 'No translations.')}`;
  const extra = [
    counted(fields.length, 'field'),
    counted(specs.length, 'specification'),
    counted(translations.length, 'translation'),
  ];
  return section('settings', 'Content settings', extra.join(', '), body);
}

function processing(spec: Row<'openapi-spec'>, nowMs: number) {
  const { processingState, lastProcessErrorCode } = processingOf(spec, nowMs);
  if (processingState !== 'complete') return badge(processingState, 'dim');
  return lastProcessErrorCode === undefined ? badge('complete', 'good') : badge(lastProcessErrorCode, 'warm');
}

const fieldColumns: readonly Column<Row<'custom-field'>>[] = [
  { title: 'Name', show: ({ data }) => html`<code>${data.name}</code>` },
  { title: 'Title', show: ({ data }) => isolated(data.title ?? '') },
  { title: 'Type', show: ({ data }) => data.type },
  { title: 'Options', show: ({ data }) => isolated((data.options ?? []).join(', ')) },
  { title: 'Description', show: ({ data }) => isolated(data.description ?? '') },
];

const translationColumns: readonly Column<Row<'translation'>>[] = [
  { title: 'Title', show: ({ data }) => isolated(data.title) },
  {
    title: 'Languages',
    show: ({ data }) => (data.languages.length === 0 ? html`<span class="dim">none</span>` : data.languages.join(', ')),
  },
  { title: 'Updated', kind: 'number', show: ({ data }) => dateTime(data.updatedAt) },
];
