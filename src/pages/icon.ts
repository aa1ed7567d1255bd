export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0f766e"/>
<path d="M10 21.5 16 10l6 11.5z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/>
<circle cx="16" cy="10" r="3.2" fill="#fff"/><circle cx="10" cy="21.5" r="3.2" fill="#fff"/>
<circle cx="22" cy="21.5" r="3.2" fill="#fff"/>
</svg>`;
