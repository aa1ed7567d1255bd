export const adminStyle = `
main:has(#sections) { max-width: 72rem; }
main section { margin: 0 0 2rem; }
#content:has(#sections) { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2rem; align-items: start; }
#sections { display: grid; gap: 1rem; position: sticky; top: 1rem; }
#sections b { display: block; margin: 0 0 .2rem; font-size: .8rem; color: var(--soft); }
#sections a { display: block; padding: .25rem .7rem; border-radius: .5rem; color: inherit; text-decoration: none; }
#sections a:hover { color: var(--mark); }
#sections a[aria-current] { background: var(--card); color: var(--mark); font-weight: 600; }
.box, .preview { margin: 0 0 .7rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
.box button { margin-top: .6rem; }
.preview { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .6rem; border-top: .4rem solid var(--accent); background: #fff; color: #1c1f1e; }
.preview.mirrored { flex-direction: row-reverse; }
.preview img { max-width: 10rem; max-height: 3rem; }
.preview .total { flex-basis: 100%; color: var(--accent); font-weight: 700; }
main form input[type=color] { width: 4rem; height: 2.4rem; padding: .2rem; cursor: pointer; }
main h2 { margin: 0 0 .2rem; font-size: 1.2rem; }
main ul { list-style: none; margin: 0; padding: 0; }
main li, main form, .secret {
  margin: 0 0 .7rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card);
}
main li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .3rem 1rem; align-items: center; }
main li > * { min-width: 0; overflow-wrap: anywhere; }
main li .tools { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: flex-end; }
main li .more { grid-column: 1 / -1; font-size: .9rem; color: var(--soft); }
main li.ended b { color: var(--soft); text-decoration: line-through; }
main li > button { justify-self: start; }
main li form { grid-column: 1 / -1; margin: .3rem 0 0; }
main form { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .8rem 1rem; }
main form > * { min-width: 0; margin: 0; }
main form :is(.wide, .buttons, .fault) { grid-column: 1 / -1; }
main form .buttons { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; }
main label { display: block; font-weight: 600; font-size: .93rem; }
main label :is(select, input) { font-weight: 400; }
main :is(input:not([type=checkbox]), textarea), main form select { display: block; width: 100%; margin-top: .25rem; }
main :is(input:not([type=checkbox]), textarea) {
  font: inherit; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--back); color: inherit;
}
main textarea { min-height: 5rem; resize: vertical; }
:is(input, select, textarea)[aria-invalid=true] { border-color: var(--bad); }
main :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
main form .fault { margin: .2rem 0 0; color: var(--bad); font-weight: 400; }
main form .do { background: var(--mark); color: var(--on-mark); border-color: var(--mark); font-weight: 600; }
fieldset { margin: 0; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .5rem; }
legend { padding: 0 .3rem; font-weight: 600; font-size: .93rem; }
fieldset .area { display: grid; grid-template-columns: minmax(0, 1fr) 4.5rem 4.5rem; gap: .2rem .6rem; padding: .25rem 0; align-items: center; }
fieldset .area + .area { border-top: 1px solid var(--line); }
main fieldset .area label { font-weight: 400; padding: .2rem 0; }
.secret > a { display: inline-block; padding: .3rem 0; }
.secret { border-color: var(--mark); }
.secret code { display: block; margin: .4rem 0; overflow-wrap: anywhere; font: .95rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
.codes { white-space: pre-line; }
.qr { display: block; width: min(16rem, 100%); height: auto; margin: .6rem 0; border-radius: .4rem; }
#notice { padding: .6rem 1rem; border: 1px solid var(--odd); border-left-width: .4rem; border-radius: .5rem; background: var(--card); }
#notice a { display: inline-block; padding: .1rem 0; }
.state { font-size: .85rem; font-weight: 700; white-space: nowrap; }
.state[data-state=DELIVERED], .state[data-state=ACTIVE] { color: var(--good); }
.state[data-state=FAILED], .state[data-state=FAILING] { color: var(--bad); }
.state[data-state=RETRYING], .state[data-state=DISABLED] { color: var(--odd); }
main li > details, #webhooks li > .tools { grid-column: 1 / -1; justify-content: start; }
main summary { padding: .2rem 0; cursor: pointer; }
main li li { background: var(--back); }
main li pre {
  max-height: 24rem; margin: .3rem 0 0; padding: .5rem .7rem; overflow: auto; border: 1px solid var(--line); border-radius: .5rem;
  font: .85rem/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
#done { color: var(--good); }
#done:empty { display: none; }
@media (max-width: 50rem) {
  #content:has(#sections) { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  #sections { position: static; gap: .3rem; }
  #sections div { display: flex; flex-wrap: wrap; align-items: center; }
  #sections b { flex-basis: 100%; margin: .3rem 0 0; }
}
@media (max-width: 34rem) {
  main li { grid-template-columns: minmax(0, 1fr); }
  main li .tools { justify-content: flex-start; }
}
`;
