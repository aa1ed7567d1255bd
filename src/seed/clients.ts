import { countryCodeOf } from '../locales/country-names.ts';
import { newId } from '../platform/ids/record-ids.ts';
import type { SeedPlan } from './plan.ts';
import type { SeedRows } from './rows.ts';
import { cities, streets } from './sample-cities.ts';
import { contactRoles, projectColors, projectKinds } from './sample-texts.ts';

interface SeededProject {
  id: string;
  name: string;
  hourlyRate: number;
  deliverables: { id: string; name: string }[];
}

export interface SeededClient {
  id: string;
  name: string;
  currency: string;
  contactEmail: string;
  address: { address1: string; city: string; locality: string; postal: string; country: string };
  phone: string;
  projects: SeededProject[];
}

export function seedClient(plan: SeedPlan, rows: SeedRows): SeededClient {
  const { accountId, chance } = plan;
  const { faker } = chance;
  const name = plan.freshName(faker.company.name());
  const domain = `${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.example`;
  const { phone: phonePattern, ...place } = chance.pick(cities);
  const street = chance.pick(streets[place.country]);
  const address = { address1: street.replace('#', String(chance.int(1, 480))), ...place };
  const phone = chance.digits(phonePattern);
  const currency = chance.often(0.85) ? plan.currency : plan.secondCurrency;
  const { id } = rows.add('Client', {
    accountId,
    id: newId('Client'),
    name,
    clientType: chance.often(0.9) ? 'CLIENT' : 'PROSPECT',
    ...address,
    countryCode: countryCodeOf(address.country),
    website: `https://${domain}`,
    phone,
    currency,
    defaultTaxRuleId: chance.often(0.25) ? plan.compoundRule.id : null,
    notes: chance.often(0.2) ? faker.company.catchPhrase() : null,
  });
  const contactEmail = seedContacts(plan, rows, { id, domain, phonePattern });
  return {
    id,
    name,
    currency,
    contactEmail,
    address,
    phone,
    projects: seedProjects(plan, rows, id),
  };
}

function seedContacts(
  { accountId, chance }: SeedPlan,
  rows: SeedRows,
  { id: clientId, domain, phonePattern }: { id: string; domain: string; phonePattern: string },
) {
  const people = Array.from({ length: chance.int(1, 4) }, (_, index) => {
    const firstName = chance.faker.person.firstName();
    const lastName = chance.faker.person.lastName();
    const local = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
    return rows.add('Contact', {
      accountId,
      id: newId('Contact'),
      clientId,
      firstName,
      lastName,
      role: chance.pick(contactRoles),
      email: `${local}@${domain}`,
      phone: chance.digits(phonePattern),
      defaultContact: index === 0,
      invoiceContact: index === 0,
      portalAccess: index === 0 && chance.often(0.6),
    });
  });
  return people[0]?.email ?? `hello@${domain}`;
}

function seedProjects(plan: SeedPlan, rows: SeedRows, clientId: string): SeededProject[] {
  const { accountId, chance, projectTypeId } = plan;
  const kinds = chance.faker.helpers.arrayElements([...projectKinds], chance.int(1, 3));
  return kinds.map((kind) => {
    const started = plan.dayBefore(chance.int(0, plan.days));
    const hourlyRate = chance.pick([75, 90, 110, 135]);
    const { id } = rows.add('Project', {
      accountId,
      id: newId('Project'),
      clientId,
      projectTypeId,
      name: kind.name,
      description: chance.often(0.5)
        ? `${kind.name}: ${kind.deliverables.join(', ').toLowerCase()}.`
        : null,
      startDate: started,
      dueDate: plan.dayAfter(started, chance.int(30, 120)),
      dateCreated: `${started}T09:00:00Z`,
      active: chance.often(0.85),
      portalAccess: chance.pick(['FULL', 'READ_ONLY', 'READ_ONLY', 'OVERVIEW', 'NONE']),
      feeSchedule: feeSchedule(plan, hourlyRate),
      hexColor: chance.pick(projectColors),
    });
    return {
      id,
      name: kind.name,
      hourlyRate,
      deliverables: seedDeliverables(plan, rows, { id, started }, kind.deliverables),
    };
  });
}

/** Average of `seedMonthOfWork`: 3 to 9 entries of half an hour to four hours. */
const averageMonthlyHours = 13.5;

/** Close to the expected hours, so that some projects exceed it. */
function feeSchedule({ chance, days }: SeedPlan, hourlyRate: number) {
  const fixed = chance.often(0.4);
  const expected = (days / 30) * averageMonthlyHours * hourlyRate;
  const roundToHundreds = (share: number) => String(Math.round((expected * share) / 100) * 100);
  return {
    feeType: fixed ? 'FIXED_PRICE' : 'HOURLY',
    amount: fixed ? roundToHundreds(chance.int(95, 140) / 100) : String(hourlyRate),
    retainerSchedule: null,
    estimateMin: fixed ? null : roundToHundreds(0.7),
    estimateMax: fixed ? null : roundToHundreds(1.2),
    retainerStart: null,
    retainerTiming: null,
    retainerPeriods: null,
    retainerOverageRate: null,
    taxable: true,
  };
}

function seedDeliverables(
  plan: SeedPlan,
  rows: SeedRows,
  { id: projectId, started }: { id: string; started: string },
  names: readonly string[],
): SeededProject['deliverables'] {
  const { accountId, chance, statuses } = plan;
  const reached = chance.int(0, names.length);
  return names.map((name, index) => {
    const isComplete = index < reached;
    const completed = plan.notAfterToday(plan.dayAfter(started, 5 + 6 * index));
    const { id } = rows.add('Deliverable', {
      accountId,
      id: newId('Deliverable'),
      projectId,
      name,
      statusId: isComplete ? statuses.complete : chance.pick(statuses.open),
      completedAt: isComplete ? `${completed}T15:00:00Z` : null,
      priority: index + 1,
      approvalRequired: chance.often(0.4),
      position: index + 1,
    });
    return { id, name };
  });
}
