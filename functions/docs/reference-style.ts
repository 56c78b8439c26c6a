import { pageStyle } from '../../shared/pages/page-style.ts'

/** The page's style for a service at this address: the tokens of all pages, then its own layout. */
export function styleFor(baseUrl: string): string {
  const tokens = pageStyle('tokens', baseUrl)
  return `${tokens}\n${chosenThemes(tokens)}${layout}`
}

/** The colours of a theme that the reader chose, whatever the system's is. */
function chosenThemes(tokens: string): string {
  const [, light = ''] = /:root\s*\{([^}]*)\}/.exec(tokens) ?? []
  const [, dark = ''] = /prefers-color-scheme:\s*dark\)\s*\{\s*:root\s*\{([^}]*)\}/.exec(tokens) ?? []
  return `:root[data-theme='light'] { ${light}; color-scheme: light; }
:root[data-theme='dark'] { ${dark}; color-scheme: dark; }`
}

/** One column on phones and three on wide screens. */
const layout = `
:root {
  --ground: var(--color-panel); --panel: var(--color-ground); --line: var(--color-line); --text: var(--color-text);
  --quiet: var(--color-quiet); --link: var(--color-accent); --code: var(--color-ground); --mark: var(--color-notice);
  --well: #10151f; --well-text: #dfe5f0; --well-quiet: #9aa6bb;
  --get: var(--color-good); --post: var(--color-accent); --put: var(--color-notice-text); --patch: var(--color-notice-text);
  --delete: var(--color-danger); --required: var(--color-danger);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 76px; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.6 var(--font-text); }
code, pre { font-family: var(--font-code); font-size: .875em; }
:not(pre) > code { background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
a > code { background: none !important; padding: 0 !important; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: 8px; top: -60px; background: var(--ground); padding: 8px 12px; z-index: 3; }
.skip:focus { top: 8px; }

header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 16px; height: 60px; padding: 0 24px;
  background: var(--ground); border-bottom: 1px solid var(--line); }
.brand { color: var(--text); font-weight: 650; letter-spacing: -.01em; white-space: nowrap; }
.brand span { color: var(--quiet); font-weight: 400; font-size: .8125rem; margin-left: 4px; }
.search { flex: 1; max-width: 420px; margin-left: auto; }
.search input { width: 100%; height: 36px; padding: 0 12px; font: inherit; font-size: .9375rem; color: inherit;
  background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
header button, .copy { font: inherit; font-size: .8125rem; color: var(--text); background: var(--panel); cursor: pointer;
  border: 1px solid var(--line); border-radius: 8px; height: 36px; padding: 0 12px; }
.download { font-size: .875rem; white-space: nowrap; }
#menu { display: none; }

nav { position: fixed; top: 60px; bottom: 0; left: 0; width: 288px; overflow-y: auto; padding: 8px 12px 40px;
  border-right: 1px solid var(--line); font-size: .875rem; }
nav h2 { margin: 20px 12px 6px; font-size: .75rem; font-weight: 650; letter-spacing: .05em; text-transform: uppercase; color: var(--quiet); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; align-items: baseline; gap: 8px; padding: 4px 12px; border-radius: 6px; color: var(--text); line-height: 1.4; }
nav a:hover { background: var(--panel); text-decoration: none; }
nav a[aria-current] { background: var(--code); font-weight: 600; }
nav .method { width: 46px; flex: none; font-size: .6875rem; }

main { margin-left: 288px; padding: 40px 40px 120px; max-width: 1480px; }
h1 { font-size: 2.125rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 8px; }
h2 { font-size: 1.625rem; line-height: 1.25; letter-spacing: -.015em; margin: 0 0 8px; }
h3 { overflow-wrap: anywhere; font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 8px; }
h4 { font-size: .9375rem; margin: 28px 0 8px; }
h5 { font-size: .875rem; margin: 16px 0 8px; color: var(--quiet); }
p { margin: 0 0 12px; }
.lead { color: var(--quiet); font-size: 1.0625rem; }
.guide { max-width: 760px; }
.searching .guide { display: none; }
.searching main .group, .searching .catalog { border-top: 0; padding-top: 0; margin-top: 24px; }
.guide h2 { margin-top: 36px; font-size: 1.25rem; }
main p a, main dd a, main td a { text-decoration: underline; }
.guide ul { padding-left: 20px; }
.server span, .callers span { color: var(--quiet); font-size: .8125rem; margin-right: 6px; }
.callers { font-size: .875rem; }
main .group, .catalog { margin-top: 72px; padding-top: 40px; border-top: 1px solid var(--line); }
.operation { padding: 36px 0; border-bottom: 1px solid var(--line); }
.operation:last-child { border-bottom: 0; }
.permalink { color: inherit; }
.permalink:hover::after { content: ' #'; color: var(--quiet); }
:target > .words > h3, :target > h3, .guide h2:target, tr:target { background: var(--mark); border-radius: 4px; }
.route { font-size: .9375rem; display: flex; gap: 10px; align-items: baseline; }
.method { font: 650 .75rem/1.4 var(--font-code); }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }

.fields { margin: 0; }
.field { padding: 10px 0; border-top: 1px solid var(--line); }
.field dt { line-height: 1.5; }
.field .name { background: none; padding: 0; font-weight: 650; }
.type { color: var(--quiet); font-size: .8125rem; margin-left: 4px; }
.required { color: var(--required); font-size: .75rem; font-weight: 600; margin-left: 4px; }
.field dd { margin: 2px 0 0; font-size: .9375rem; }
.field dd p { margin: 0; }
.limits { color: var(--quiet); font-size: .8125rem; }
.limits span:not(:last-child)::after { content: ' ·'; }
.limits code code, .limits span > code { margin: 1px 0; }
.field .fields { margin: 4px 0 0; padding-left: 14px; border-left: 2px solid var(--line); }
.field .fields .field:first-child { border-top: 0; }
summary { cursor: pointer; color: var(--link); font-size: .875rem; padding: 4px 0; width: fit-content; }
summary code { background: none !important; padding: 0 !important; }
.status { display: inline-block; font: 650 .8125rem/1.4 ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; color: var(--get); margin-right: 4px; }
.status.error { color: var(--delete); }
.headers { font-size: .8125rem; line-height: 2; }
.errors, .more { margin-top: 20px; }
.errors > summary, .more > summary { font-size: .9375rem; font-weight: 650; color: var(--text); }
.count { color: var(--quiet); font-weight: 400; }
.errors dl { display: grid; grid-template-columns: 48px 1fr; margin: 8px 0 0; font-size: .875rem; }
.errors dt, .errors dd { margin: 0; padding: 8px 0; border-top: 1px solid var(--line); }
.errors ul { list-style: none; margin: 0; padding: 0; }
.errors li { padding: 2px 0; color: var(--quiet); }
.errors li a { margin-right: 6px; overflow-wrap: anywhere; }

.example { margin: 0 0 16px; background: var(--well); color: var(--well-text); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.example figcaption { display: flex; align-items: center; justify-content: space-between; height: 40px; padding: 0 6px 0 16px;
  font-size: .8125rem; color: var(--well-quiet); border-bottom: 1px solid #ffffff1f; }
.example .copy { height: 28px; color: var(--well-text); background: #ffffff14; border-color: #ffffff1f; }
.example pre { margin: 0; padding: 14px 16px; overflow: auto; max-height: 70vh; line-height: 1.55; font-size: .8438rem; }
.example pre code { font-size: inherit; }
.guide .example { margin: 20px 0 28px; }
.schema { padding: 24px 0 32px; max-width: 860px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; max-width: 1000px; font-size: .9375rem; margin-top: 12px; }
th, td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: .8125rem; }

@media (min-width: 1240px) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 460px); gap: 48px; }
  .examples { position: sticky; top: 84px; align-self: start; max-height: calc(100vh - 108px); overflow: auto; }
  .examples .example pre { max-height: none; }
}
@media (max-width: 1239px) { .words { max-width: 860px; } .examples { margin-top: 24px; max-width: 860px; } }
@media (max-width: 860px) {
  header { gap: 8px; padding: 0 16px; }
  .brand span, .download { display: none; }
  #menu { display: block; }
  nav { position: static; width: auto; border: 0; padding: 8px 4px; }
  .scripted nav { display: none; position: fixed; z-index: 1; right: 0; background: var(--ground); padding: 8px 4px 60px; }
  .scripted.menu-open nav { display: block; }
  .scripted.menu-open body { overflow: hidden; }
  nav a { padding: 8px 12px; font-size: .9375rem; }
  main { margin: 0; padding: 24px 16px 80px; }
  main .group, .catalog { margin-top: 48px; padding-top: 28px; }
  table { font-size: .875rem; }
  th[scope='row'] code { overflow-wrap: anywhere; }
}
@media (max-width: 480px) { .search { min-width: 0; } header button { padding: 0 9px; } }
@media print { header, nav, .copy { display: none; } main { margin: 0; } .operation { display: block; } }
`
