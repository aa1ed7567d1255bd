/** Texts of a small design and software studio. */

export const projectKinds = [
  {
    name: 'Website redesign',
    deliverables: ['Discovery', 'Wireframes', 'Visual design', 'Build', 'Launch'],
  },
  { name: 'Brand identity', deliverables: ['Research', 'Moodboards', 'Logo', 'Guidelines'] },
  {
    name: 'Mobile app',
    deliverables: ['Concept', 'Prototype', 'iOS build', 'Android build', 'Store release'],
  },
  {
    name: 'Online shop',
    deliverables: ['Catalogue', 'Checkout', 'Payments', 'Photography', 'Launch'],
  },
  { name: 'Care plan', deliverables: ['Updates', 'Monitoring', 'Support'] },
  { name: 'Annual report', deliverables: ['Editorial', 'Infographics', 'Layout', 'Print'] },
  { name: 'Campaign', deliverables: ['Strategy', 'Landing page', 'Ads', 'Reporting'] },
  { name: 'Design system', deliverables: ['Audit', 'Tokens', 'Components', 'Documentation'] },
] as const;

export const timeEntryNotes = [
  'Call with the client and notes.',
  'First draft.',
  'Revisions after feedback.',
  'Review with the team.',
  'Preparing the handover.',
  'Testing on devices.',
  'Pair session.',
  'Sketches and references.',
  null,
] as const;

export const contactRoles = [
  'Founder',
  'Marketing manager',
  'Product owner',
  'Office manager',
  'Accounts payable',
  'CTO',
] as const;

export const expenseKinds = [
  {
    category: 'Software',
    vendor: 'Pixelworks Tools',
    description: 'Design licences',
    from: 20,
    to: 140,
  },
  {
    category: 'Hosting',
    vendor: 'Northcloud Hosting',
    description: 'Servers and backups',
    from: 15,
    to: 220,
  },
  {
    category: 'Travel',
    vendor: 'Via Regional Rail',
    description: 'Train to the client',
    from: 30,
    to: 260,
  },
  {
    category: 'Stock',
    vendor: 'Openlight Images',
    description: 'Photo licences',
    from: 12,
    to: 180,
  },
  {
    category: 'Subcontracting',
    vendor: 'Ines Moreau Translation',
    description: 'Translation',
    from: 180,
    to: 900,
  },
  {
    category: 'Office',
    vendor: 'Papeterie du Canal',
    description: 'Paper and proofs',
    from: 8,
    to: 90,
  },
] as const;

export const opportunityKinds = [
  'Relaunch',
  'Retainer',
  'Workshop',
  'Rebranding',
  'Migration',
  'Audit',
] as const;

export const projectColors = [
  '#1f6feb',
  '#a371f7',
  '#2da44e',
  '#bf8700',
  '#cf222e',
  '#0e7490',
  '#db2777',
] as const;

export const meetingTitles = [
  'Kick-off',
  'Weekly review',
  'Design critique',
  'Planning',
  'Demo',
  'Coffee with',
] as const;
