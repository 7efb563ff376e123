/** Colours, type and the places of things; the palette is checked for contrast by a test. */

export const layoutStyles = `
:root {
  color-scheme: light dark;
  --ground: #f7f8f9; --surface: #ffffff; --ink: #1b2126; --dim: #5a636c; --line: #dde1e5; --hover: #f0f2f5;
  --accent: #0b5cad; --on-accent: #ffffff; --good: #17673a; --good-ground: #e5f4ea; --warm: #8a4b00; --warm-ground: #fcefd9;
  --bad: #b3261e; --plain-ground: #eceff2;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #13171b; --surface: #1a1f24; --ink: #e5e8eb; --dim: #a2abb4; --line: #2f363d; --hover: #232930;
    --accent: #80b8f5; --on-accent: #0d1a28; --good: #84d3a0; --good-ground: #18321f; --warm: #f0bd74; --warm-ground: #3a2b12;
    --bad: #ff9d93; --plain-ground: #2a3138;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) {
  html { scroll-behavior: auto; }
  * { transition: none !important; animation: none !important; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 var(--sans); overflow-wrap: break-word; }
h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; font-weight: 650; }
h3 { font-size: 0.92rem; font-weight: 650; margin: 1.35rem 0 0.4rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code { font: 0.87em/1.4 var(--mono); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.dim { color: var(--dim); }
.small { font-size: 0.85rem; font-weight: 400; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.4rem 0.8rem; background: var(--accent); color: var(--on-accent); z-index: 2; }
.skip:focus { top: 0.5rem; }
.unscripted { display: none; }
@media (scripting: none) { .scripted, .strip .controls { display: none !important; } .unscripted { display: block; } }

.top, .strip, .columns-two, .column { max-width: 96rem; margin: 0 auto; padding-left: 1.5rem; padding-right: 1.5rem; }
.top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 2rem; padding-top: 1rem; padding-bottom: 0.75rem; }
.brand { color: var(--ink); font-weight: 650; text-decoration: none; }
.top ul, .switch ul, .inner ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.top ul a, .switch a { display: inline-block; padding: 0.2rem 0; color: var(--dim); text-decoration: none; border-bottom: 2px solid transparent; }
.top ul a:hover, .switch a:hover, .inner a:hover { color: var(--ink); }
.top [aria-current], .switch [aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
.strip { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 2rem; padding-top: 0.7rem; padding-bottom: 0.7rem; position: relative; }
.strip::before { content: ""; position: absolute; inset: 0 50% 0 50%; margin: 0 -50vw; background: var(--surface); border: solid var(--line); border-width: 1px 0; z-index: -1; }
.strip { isolation: isolate; background: var(--surface); }
html { overflow-x: clip; }
.switch { flex: 1 0 100%; }
.strip dl { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin-right: auto; }
.strip dt, .facts dt { color: var(--dim); font-size: 0.78rem; }
.strip dd { font-variant-numeric: tabular-nums; }
.controls { display: flex; flex-wrap: wrap; gap: 0.4rem; }
.status:empty { display: none; }
.status { position: fixed; left: 1.5rem; bottom: 1.5rem; z-index: 3; max-width: calc(100vw - 3rem); padding: 0.6rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 6px; background: var(--surface); color: var(--ink); box-shadow: 0 6px 24px rgb(0 0 0 / 0.18); }
.status.failed { border-left-color: var(--bad); color: var(--bad); }
.columns-two { display: grid; grid-template-columns: minmax(0, 1fr) 27rem; gap: 2.5rem; padding-top: 1.75rem; padding-bottom: 4rem; align-items: start; }
.column > main { max-width: 66rem; }
.column { padding-top: 1.75rem; padding-bottom: 4rem; }
.log { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); display: flex; flex-direction: column; }
@media (max-width: 70rem) {
  .columns-two { grid-template-columns: minmax(0, 1fr); }
  .log { position: static; max-height: 40rem; }
}
@media (max-width: 40rem) {
  .top, .strip, .columns-two, .column { padding-left: 1rem; padding-right: 1rem; }
}

button, select, input { font: inherit; font-size: 0.88rem; color: var(--ink); background: var(--surface); border: 1px solid var(--dim); border-radius: 5px; padding: 0.25rem 0.65rem; min-height: 2rem; max-width: 100%; }
input[type="checkbox"] { min-height: 0; accent-color: var(--accent); }
button { cursor: pointer; border-color: var(--line); white-space: nowrap; }
button:hover { background: var(--hover); border-color: var(--dim); }
button.strong, button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:disabled { color: var(--dim); cursor: default; }
dialog { color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem 1.5rem; width: min(32rem, calc(100vw - 2rem)); box-shadow: 0 12px 40px rgb(0 0 0 / 0.25); }
dialog::backdrop { background: rgb(10 14 18 / 0.45); }
dialog p { color: var(--dim); margin-bottom: 0.75rem; }
.fields { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.fields p { flex: 1 0 100%; margin: 0; }
.fields label, .filter label { display: grid; gap: 0.15rem; font-size: 0.85rem; color: var(--dim); }
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; margin: 1rem 0; }
`;
