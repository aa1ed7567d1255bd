export const outboxStyle = `
ul { list-style: none; margin: 0; padding: 0; }
li { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); margin: 0 0 .8rem; overflow: hidden; }
summary { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: .8rem 1rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary > * { min-width: 0; overflow-wrap: anywhere; }
summary .to, summary time, summary .error { grid-column: 1 / -1; font-size: .9rem; color: var(--soft); }
summary .error { color: var(--bad); }
.state { font-size: .8rem; font-weight: 700; white-space: nowrap; }
.state[data-state=SENT] { color: var(--good); }
.state[data-state=FAILED] { color: var(--bad); }
.state[data-state=KEPT], .state[data-state=UNCONFIRMED], .state[data-state=HELD] { color: var(--odd); }
.state[data-state=QUEUED], .state[data-state=SENDING] { color: var(--wait); }
.mail { border-top: 1px solid var(--line); padding: .8rem 1rem 1rem; }
iframe { display: block; width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 ui-monospace, Menlo, Consolas, monospace; margin: 0; }
`;
