/** Pages about the platform: test coverage of operations, and choices where the contract is silent. */
import { type Html, html, prose } from '../../markup/html.ts';
import type { Choice, Coverage } from '../facts.ts';
import { counted, nothing, table } from './parts.ts';

export function coveragePage(coverage: readonly Coverage[]): Html {
  const sections = [...new Set(coverage.map(({ section }) => section))];
  const share = (is: (one: Coverage) => boolean) => `${coverage.filter(is).length} of ${coverage.length}`;
  return html`<h1>Coverage</h1>
<p class="lead">${counted(coverage.length, 'operation')} of the contract, with test results.</p>
<dl class="facts">
<div><dt>Implemented</dt><dd>${share((one) => one.implemented)}</dd></div>
<div><dt>Validated</dt><dd>${share((one) => one.validated)}</dd></div>
<div><dt>Stateful</dt><dd>${share((one) => one.stateful)}</dd></div>
</dl>
<ul class="dim">
<li>Implemented: a test received the success status of the contract.</li>
<li>Validated: all replies matched the contract's schema, and invalid requests were refused.</li>
<li>Stateful: a test observed a change of the stored objects, or a different answer after a change.</li>
</ul>
${sections.map((section) =>
  sectionTable(
    section,
    coverage.filter((one) => one.section === section),
  ),
)}
${coverage.length === 0 && nothing('No operations.')}`;
}

function sectionTable(section: string, rows: readonly Coverage[]) {
  const operations = table(section, 'No operations.', rows, [
    [
      'Operation',
      ({ operation, method, path }) =>
        html`${operation}<br><code class="dim"><span class="method">${method}</span> ${path}</code>`,
    ],
    ['Implemented', ({ implemented }) => yesOrNo(implemented)],
    ['Validated', ({ validated }) => yesOrNo(validated)],
    ['Stateful', ({ stateful }) => yesOrNo(stateful)],
    ['Tests', testsOf],
  ]);
  return html`<section class="coverage"><div class="heading"><h2>${section}</h2><span class="dim">${counted(rows.length, 'operation')}</span></div>${operations}</section>`;
}

function testsOf({ tests }: Coverage) {
  if (tests.length === 0) return html`<span class="dim">none</span>`;
  return html`<details><summary>${counted(tests.length, 'test')}</summary><ul class="plain-list">${tests.map((test) => html`<li><code>${test}</code></li>`)}</ul></details>`;
}

function yesOrNo(is: boolean) {
  return is ? html`<span class="yes">yes</span>` : html`<span class="dim">no</span>`;
}

export function differencesPage(choices: readonly Choice[]): Html {
  return html`<h1>Differences and choices</h1>
<p class="lead">Where the contract is silent, other platforms can behave differently. This platform makes ${counted(choices.length, 'choice')}.</p>
${choices.map(
  ({ subject, choice, reason }) => html`<section class="choice"><h2>${prose(subject)}</h2>
<p>${prose(choice)}</p><p class="dim"><span class="kind">Why</span> ${prose(reason)}</p></section>\n`,
)}`;
}
